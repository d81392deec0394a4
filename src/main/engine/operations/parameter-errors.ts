import type { z } from "zod";
import { valueAt, wordingOf } from "../domain/issue-wording.js";
import { ContractError, invalidParams } from "./contract-error.js";

/** Names of parameters of which the contract says that an identifier is missing, not that they are malformed. */
const identifierParameters = new Set(["ids", "id"]);

/** Lists of which the message tells how many identifiers they hold. */
const identifierLists = new Set(["ids", "identifiers"]);

type Issue = z.core.$ZodIssue;

function isMissing(issue: Issue, input: unknown): boolean {
  return issue.code === "invalid_type" && valueAt(input, issue.path) === undefined;
}

function isNoIdentifier(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Turns what the schema found into the contract's error; the message names the parameter (section 7). */
export function parameterError(error: z.ZodError, input: unknown): ContractError {
  const [first] = error.issues;
  if (first === undefined) return invalidParams("The parameters are invalid.");
  const name = String(first.path[0] ?? "body");
  if (identifierParameters.has(name) && isNoIdentifier(valueAt(input, [name])))
    return identifierRequired(name);
  if (isMissing(first, input)) return invalidParams(`The parameter '${name}' is required.`);
  const value = valueAt(input, [name]);
  if (Array.isArray(value) && first.code === "too_big") {
    const what = identifierLists.has(name) ? "identifiers" : "entries";
    return invalidParams(
      `The parameter '${name}' holds ${value.length} ${what}; at most ${first.maximum} are allowed.`,
    );
  }
  return invalidParams(`The parameter '${name}' ${wordingOf(first)}.`);
}

export function identifierRequired(name: string): ContractError {
  return new ContractError("ERR_IDENTIFIER_REQUIRED", `No identifier was sent in the parameter '${name}'.`, {
    action: `Send at least one identifier in '${name}', for example ?${name}=0123456789012. Parameters named barcode, upc, asin or url are not read.`,
  });
}
