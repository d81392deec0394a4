const unreachedOutcomes: ReadonlySet<string> = new Set(["network", "timeout", "offline"]);

/** Whether a computer without a network gets this outcome from every shop. */
export function isUnreached(outcome: string): boolean {
  return unreachedOutcomes.has(outcome);
}
