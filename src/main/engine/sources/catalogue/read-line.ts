import type { z } from "zod";
import { valueAt, wordingOf } from "../../domain/issue-wording.js";
import { type CatalogueLine, catalogueLine } from "./line.js";

export type ReadLine =
  | { readonly ok: true; readonly line: CatalogueLine }
  | { readonly ok: false; readonly reason: string };

/** Formats a path within a line: `offers[2].price`. */
function locate(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`))
    .join("");
}

function explain(error: z.ZodError, value: unknown): string {
  const [first] = error.issues;
  if (first === undefined) return "is not a catalogue line";
  const where = locate(first.path);
  if (where === "type" || where === "") return 'is neither a "product" nor a "deal"';
  return `${where}: ${valueAt(value, first.path) === undefined ? "is missing" : wordingOf(first)}`;
}

/** Parses one line of a catalogue file; the reason names the invalid field. */
export function readLine(text: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "is not valid JSON" };
  }
  const parsed = catalogueLine.safeParse(value);
  return parsed.success
    ? { ok: true, line: parsed.data }
    : { ok: false, reason: explain(parsed.error, value) };
}
