import type { z } from "zod";
import { ContractError, invalidParams } from "./contract-error.js";

/** Names of parameters of which the contract says that an identifier is missing, not that they are malformed. */
const identifierParameters = new Set(["ids", "id"]);

/** Lists of which the message tells how many identifiers they hold. */
const identifierLists = new Set(["ids", "identifiers"]);

type Issue = z.core.$ZodIssue;

function isMissing(issue: Issue, input: unknown): boolean {
  return issue.code === "invalid_type" && valueAt(input, issue.path) === undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function isNoIdentifier(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The branch of a union that came closest: the one that got past the type. */
function closest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const branches = issue.errors.flat();
  return branches.find((branch) => branch.code !== "invalid_type") ?? branches[0] ?? issue;
}

function describeSize(issue: Issue & { code: "too_big" | "too_small" }): string {
  const limit = issue.code === "too_big" ? issue.maximum : issue.minimum;
  const bound = `${issue.code === "too_big" ? "at most" : "at least"} ${limit}`;
  if (issue.origin === "string") return `must have ${bound} ${limit === 1 ? "character" : "characters"}`;
  return issue.origin === "array"
    ? `must hold ${bound} ${limit === 1 ? "entry" : "entries"}`
    : `must be ${bound}`;
}

function wording(issue: Issue): string {
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return describeSize(issue);
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    default:
      return issue.message;
  }
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
  return invalidParams(`The parameter '${name}' ${wording(closest(first))}.`);
}

export function identifierRequired(name: string): ContractError {
  return new ContractError("ERR_IDENTIFIER_REQUIRED", `No identifier was sent in the parameter '${name}'.`, {
    action: `Send at least one identifier in '${name}', for example ?${name}=0123456789012. Parameters named barcode, upc, asin or url are not read.`,
  });
}
