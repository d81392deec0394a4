import type { z } from "zod";
import type { ErrorCode } from "../../../../shared/contract/errors.js";
import { errorRegistry } from "../../../../shared/contract/errors.js";
import { describeDiskError } from "../../db/storage-error.js";
import { describeIssue, valueAt } from "../../domain/describe-issue.js";

interface ErrorOptions {
  /** Overrides the registry's general advice. */
  readonly action?: string;
  /** With `ERR_RATE_LIMIT` and `ERR_OVERLOADED` only. */
  readonly retryAfterSeconds?: number;
  /** Methods for the `Allow` header; with `ERR_METHOD_NOT_ALLOWED` only. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** An expected failure, returned with its code (contract, section 7) and not logged as an error. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly action: string;
  readonly retryAfterSeconds: number | null;
  readonly allow: readonly string[] | null;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ContractError";
    this.code = code;
    this.action = options.action ?? errorRegistry[code].action;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.allow = options.allow ?? null;
  }
}

/** Parameters whose absence is `ERR_IDENTIFIER_REQUIRED`, not `ERR_INVALID_PARAMS`. */
const identifierParameters = new Set(["ids", "id"]);

/** Lists whose entries the message calls identifiers. */
const identifierLists = new Set(["ids", "identifiers"]);

type Issue = z.core.$ZodIssue;

function isMissing(issue: Issue, input: unknown): boolean {
  return issue.code === "invalid_type" && valueAt(input, issue.path) === undefined;
}

function isBlankIdentifier(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Converts a schema's error to the contract's, whose message names the parameter (section 7). */
export function parameterError(error: z.ZodError, input: unknown): ContractError {
  const [first] = error.issues;
  if (first === undefined) return invalidParams("The parameters are invalid.");
  const name = String(first.path[0] ?? "body");
  if (identifierParameters.has(name) && isBlankIdentifier(valueAt(input, [name])))
    return identifierRequired(name);
  const path = pathOf(first.path) ?? name;
  if (isMissing(first, input)) return invalidParams(`The parameter '${path}' is required.`);
  const value = valueAt(input, first.path);
  const [, place] = first.path;
  if (typeof place === "number" && first.code === "too_big" && identifierLists.has(name))
    return invalidParams(
      `Identifier ${place + 1} in '${name}' has ${String(value).length} characters; at most ${first.maximum} are allowed.`,
    );
  if (Array.isArray(value) && first.code === "too_big") {
    const noun = identifierLists.has(name) ? "identifiers" : "entries";
    return invalidParams(
      `The parameter '${path}' holds ${value.length} ${noun}; at most ${first.maximum} are allowed.`,
    );
  }
  return invalidParams(`The parameter '${path}' ${describeIssue(first)}.`);
}

/** Where a field stands within others: `trigger.price`; null for entries of a list, which are named by the list. */
function pathOf(path: readonly PropertyKey[]): string | null {
  return path.length > 1 && path.some((each, i) => i > 0 && typeof each === "string")
    ? path.map(String).join(".")
    : null;
}

export function identifierRequired(name: string): ContractError {
  return new ContractError("ERR_IDENTIFIER_REQUIRED", `No identifier was sent in the parameter '${name}'.`, {
    action: `Send at least one identifier in '${name}', for example ?${name}=0123456789012. Parameters named barcode, upc, asin or url are ignored.`,
  });
}

export function invalidParams(message: string, action?: string): ContractError {
  return new ContractError("ERR_INVALID_PARAMS", message, action === undefined ? {} : { action });
}

/** What the caller gets to know of an unexpected error: where the disk is the reason, what to do about it. */
export function unexpectedError(error: unknown, message: string): ContractError {
  const disk = describeDiskError(error, "its data folder");
  return disk === null
    ? new ContractError("ERR_INTERNAL", message, { cause: error })
    : new ContractError("ERR_INTERNAL", disk.message, { action: disk.action, cause: error });
}
