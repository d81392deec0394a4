/** Milliseconds since 1970, UTC. Tests and `serve --clock` shift it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that reads `startMs` now and runs at normal speed. */
export function clockFrom(startMs: number, base: Clock = systemClock): Clock {
  const offset = startMs - base.now();
  return { now: () => base.now() + offset };
}

/** `YYYY-MM-DD` of an instant, in UTC. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
