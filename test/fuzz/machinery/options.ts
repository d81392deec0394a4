import { parseArgs } from "node:util";

/** What `npm run fuzz` was asked for. */
export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  /** Names of targets; all where it is empty. */
  readonly only: readonly string[];
  /** No cases are begun after so many minutes. */
  readonly minutes: number | null;
  /** `seed` or `seed:path` of a case to try once more. */
  readonly repeat: string | null;
  /** Targets that are tried at the same time. */
  readonly parallel: number;
  readonly writes: boolean;
}

export class OptionsError extends Error {}

const usage =
  "npm run fuzz -- [--cases N] [--seed N] [--only NAME,NAME] [--minutes N] [--parallel N] [--no-table] [--repeat SEED:PATH]";

function count(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const value = Number(text.replaceAll("_", ""));
  if (!Number.isFinite(value) || value < 0)
    throw new OptionsError(`--${name} needs a number, not ${text}.\n${usage}`);
  return value;
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean" } as const;
    return parseArgs({
      args: [...args],
      options: {
        cases: text,
        seed: text,
        only: text,
        minutes: text,
        repeat: text,
        parallel: text,
        "no-table": flag,
      },
    }).values;
  } catch (error) {
    throw new OptionsError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

export function readOptions(args: readonly string[], names: readonly string[], newSeed: number): FuzzOptions {
  const values = parsed(args);
  const only = (values.only ?? "").split(",").filter(Boolean);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OptionsError(`There is no target ${unknown}; they are ${names.join(", ")}.`);
  if (values.repeat !== undefined && only.length !== 1)
    throw new OptionsError(`--repeat needs the one target of the case: --only NAME.\n${usage}`);
  return {
    cases: count("cases", values.cases, 1_000_000),
    seed: count("seed", values.seed, newSeed),
    only,
    minutes: values.minutes === undefined ? null : count("minutes", values.minutes, 0),
    repeat: values.repeat ?? null,
    parallel: Math.max(1, count("parallel", values.parallel, 2)),
    // A short run says less than what stands there.
    writes: values["no-table"] !== true && values.cases === undefined && values.minutes === undefined,
  };
}
