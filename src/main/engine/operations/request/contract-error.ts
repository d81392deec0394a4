import type { z } from "zod";
import type { ErrorReason } from "../../../../shared/calls.js";
import { type ErrorCode, errorRegistry } from "../../../../shared/contract/errors.js";
import type { Refusal, RefusalKind, RefusalValues } from "../../../../shared/texts/refusal.js";
import { describeDiskError } from "../../db/storage-error.js";
import { describeIssue, valueAt } from "../../domain/describe-issue.js";
import { describeRefusal, type Refused } from "../../domain/refusal.js";

interface ErrorOptions {
  /** Overrides the registry's general advice. */
  readonly action?: string;
  /** With `ERR_RATE_LIMIT` and `ERR_OVERLOADED` only. */
  readonly retryAfterSeconds?: number;
  /** Methods for the `Allow` header; with `ERR_METHOD_NOT_ALLOWED` only. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
  /** For the window, which says it in the user's language. */
  readonly reason?: ErrorReason;
}

/** An expected failure, returned with its code (contract, section 7) and not logged as an error. */
export class ContractError extends Error {
  readonly code: ErrorCode;
  readonly action: string;
  readonly retryAfterSeconds: number | null;
  readonly allow: readonly string[] | null;
  readonly reason: ErrorReason | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ContractError";
    this.code = code;
    this.action = options.action ?? errorRegistry[code].action;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.allow = options.allow ?? null;
    this.reason = options.reason;
  }
}

/** Parameters whose absence is `ERR_IDENTIFIER_REQUIRED`, not `ERR_INVALID_PARAMS`. */
const identifierParameters = new Set(["ids", "id"]);

/** Lists whose entries the message calls identifiers. */
const identifierLists = new Set(["ids", "identifiers"]);

type Issue = z.core.$ZodIssue;

function isMissing(issue: Issue, input: unknown): boolean {
  const isOfType = issue.code === "invalid_type" || issue.code === "invalid_value";
  return isOfType && valueAt(input, issue.path) === undefined;
}

function isBlankIdentifier(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/**
 * Converts a schema's error to the contract's, whose message names the parameter (section 7). `names` has the fields that
 * the request names otherwise.
 */
export function parameterError(
  error: z.ZodError,
  input: unknown,
  names: Readonly<Record<string, string>> = {},
): ContractError {
  const [first] = error.issues;
  if (first === undefined) return invalidParams("The parameters are invalid.");
  const invalid = (message: string) =>
    new ContractError("ERR_INVALID_PARAMS", message, { reason: entryRefusal(first) });
  const field = String(first.path[0] ?? "body");
  if (identifierParameters.has(field) && isBlankIdentifier(valueAt(input, [field])))
    return identifierRequired(field);
  const where = describePlace(first.path, names[field] ?? field);
  if (isMissing(first, input)) return invalid(`${where} is required.`);
  return invalid(`${where} ${describeLength(first, input) ?? describeIssue(first)}.`);
}

/** The window does not name parameters: it has labels for them. */
function entryRefusal(issue: Issue): Refusal {
  const isNumber = "origin" in issue && issue.origin !== "string" && issue.origin !== "array";
  if (issue.code === "too_big" && issue.origin === "string")
    return describeRefusal("tooLong", Number(issue.maximum)).reason;
  if (issue.code === "too_big" && isNumber) return describeRefusal("tooLarge", Number(issue.maximum)).reason;
  if (issue.code === "too_small" && isNumber)
    return describeRefusal("tooSmall", Number(issue.minimum)).reason;
  return describeRefusal("invalidEntry").reason;
}

/** How much too long a list or an identifier is; null for other issues. */
function describeLength(issue: Issue, input: unknown): string | null {
  if (issue.code !== "too_big") return null;
  const value = valueAt(input, issue.path);
  const isOfIdentifiers = identifierLists.has(String(issue.path[0]));
  const limit = `at most ${issue.maximum} are allowed`;
  if (Array.isArray(value))
    return `holds ${value.length} ${isOfIdentifiers ? "identifiers" : "entries"}; ${limit}`;
  return isOfIdentifiers ? `has ${String(value).length} characters; ${limit}` : null;
}

/** The parameter, a field within it such as `trigger.price`, or an entry of a list. */
function describePlace([field, ...rest]: readonly PropertyKey[], name: string): string {
  if (rest.some((each) => typeof each === "string"))
    return `The parameter '${[name, ...rest].map(String).join(".")}'`;
  const [place] = rest;
  if (typeof place !== "number") return `The parameter '${name}'`;
  return `${identifierLists.has(String(field)) ? "Identifier" : "Entry"} ${place + 1} in '${name}'`;
}

export function identifierRequired(name: string): ContractError {
  return new ContractError("ERR_IDENTIFIER_REQUIRED", `No identifier was sent in the parameter '${name}'.`, {
    action: `Send at least one identifier in '${name}', for example ?${name}=0123456789012. Parameters named barcode, upc, asin or url are ignored.`,
  });
}

export function invalidParams(message: string, action?: string): ContractError {
  return new ContractError("ERR_INVALID_PARAMS", message, action === undefined ? {} : { action });
}

/** `ERR_INVALID_PARAMS` for what the owner asks. */
export function refuse<K extends RefusalKind>(kind: K, ...values: RefusalValues<K>): ContractError {
  return refused(describeRefusal(kind, ...values));
}

export function refused(
  { message, action, reason }: Refused,
  code: ErrorCode = "ERR_INVALID_PARAMS",
  options: Pick<ErrorOptions, "retryAfterSeconds"> = {},
): ContractError {
  return new ContractError(code, message, { ...options, action, reason });
}

export function notFound(message: string, action: string): ContractError {
  return new ContractError("ERR_ENDPOINT_NOT_FOUND", message, { action });
}

/** An unexpected error for the caller: with the next step if the disk caused it, otherwise with `message`. */
export function unexpectedError(error: unknown, message: string): ContractError {
  const disk = describeDiskError(error, "its data folder");
  if (disk === null) return new ContractError("ERR_INTERNAL", message, { cause: error });
  const { message: problem, action, kind } = disk;
  return new ContractError("ERR_INTERNAL", problem, { action, reason: { storage: kind }, cause: error });
}
