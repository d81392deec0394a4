import { parseArgs } from "node:util";

/** The options of `npm run fuzz`. */
export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  /** Names of targets; empty for all. */
  readonly only: readonly string[];
  /** No batch starts after this many minutes. */
  readonly minutes: number | null;
  /** `seed` or `seed:path` of a case to repeat. */
  readonly repeat: string | null;
  /** Targets that run at the same time. */
  readonly parallel: number;
  readonly updatesDocument: boolean;
}

export class OptionsError extends Error {}

const usage =
  "npm run fuzz -- [--cases N] [--seed N] [--only NAME,NAME] [--minutes N] [--parallel N] [--no-table] [--repeat SEED:PATH]";

function parseCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text.replaceAll("_", ""));
  if (!Number.isFinite(value) || value < 0)
    throw new OptionsError(`--${name} needs a number, not ${text}.\n${usage}`);
  return value;
}

function parseValues(args: readonly string[]) {
  const string = { type: "string" } as const;
  const options = {
    cases: string,
    seed: string,
    only: string,
    minutes: string,
    repeat: string,
    parallel: string,
  };
  try {
    return parseArgs({ args: [...args], options: { ...options, "no-table": { type: "boolean" } } }).values;
  } catch (error) {
    throw new OptionsError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

export function parseOptions(
  args: readonly string[],
  names: readonly string[],
  defaultSeed: number,
): FuzzOptions {
  const values = parseValues(args);
  const only = (values.only ?? "").split(",").filter(Boolean);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OptionsError(`Unknown target ${unknown}. The targets are ${names.join(", ")}.`);
  if (values.repeat !== undefined && only.length !== 1)
    throw new OptionsError(`--repeat needs the target of the case: --only NAME.\n${usage}`);
  return {
    cases: parseCount("cases", values.cases, 1_000_000),
    seed: parseCount("seed", values.seed, defaultSeed),
    only,
    minutes: values.minutes === undefined ? null : parseCount("minutes", values.minutes, 0),
    repeat: values.repeat ?? null,
    parallel: Math.max(1, parseCount("parallel", values.parallel, 2)),
    // A shorter run proves less than the one in the document.
    updatesDocument: !values["no-table"] && values.cases === undefined && values.minutes === undefined,
  };
}
