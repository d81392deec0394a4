import type { z } from "zod";
import { describeIssue, valueAt } from "../../domain/describe-issue.js";
import { type CatalogueLine, catalogueLine } from "./line.js";

export type ParsedLine =
  | { readonly ok: true; readonly line: CatalogueLine }
  | { readonly ok: false; readonly reason: string };

/** Formats a path within a line: `offers[2].price`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : `${i === 0 ? "" : "."}${String(key)}`))
    .join("");
}

function describeError(error: z.ZodError, value: unknown): string {
  const [first] = error.issues;
  if (first === undefined) return "is not a catalogue line";
  const where = formatPath(first.path);
  if (where === "type" || where === "") return 'is neither a "product" nor a "deal"';
  return `${where}: ${valueAt(value, first.path) === undefined ? "is missing" : describeIssue(first)}`;
}

/** Parses one line of a catalogue file; the reason names the invalid field. */
export function parseLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "is not valid JSON" };
  }
  const parsed = catalogueLine.safeParse(value);
  return parsed.success
    ? { ok: true, line: parsed.data }
    : { ok: false, reason: describeError(parsed.error, value) };
}
