import { parse } from "csv-parse/sync";
import { errorCodes, errorRegistry } from "../../src/shared/contract/errors.js";
import type { Answer } from "./contract-http.js";
import { documentedOperation, type OpenApiDocument, type Validate } from "./contract-schema.js";

/** What every answer of the API has in common; each complaint is a sentence, none means that all is well. */

export interface Asked {
  /** Below the base URL. */
  readonly path: string;
  readonly method: string;
}

type Complaint = string | false | undefined;

function complaints(...found: readonly Complaint[]): string[] {
  return found.filter((each) => typeof each === "string");
}

function unequal(name: string, found: unknown, expected: unknown): Complaint {
  return found !== expected && `${name} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`;
}

function unlike(name: string, found: string | null | undefined, form: RegExp): Complaint {
  return !form.test(found ?? "") && `${name} is ${JSON.stringify(found ?? null)}, not of the form ${form}.`;
}

const integer = /^\d+$/;

/** Headers that every answer carries (decision 7), and their equality with `meta`. */
export function metaComplaints({ status, headers, body }: Answer): string[] {
  const isAuthenticated = status !== 401 && headers.has("x-ratelimit-limit");
  const header = (name: string) => headers.get(name);
  const common = complaints(
    unlike("X-Request-Id", header("x-request-id"), /^req_[0-9A-Za-z]{26}$/),
    unlike("X-Credits-Used", header("x-credits-used"), integer),
    unlike("X-Credits-Remaining", header("x-credits-remaining"), integer),
    isAuthenticated && unequal("X-RateLimit-Limit", header("x-ratelimit-limit"), "1000"),
    isAuthenticated && unlike("X-RateLimit-Reset", header("x-ratelimit-reset"), integer),
  );
  const { meta } = body;
  if (meta === undefined) return common;
  const rest = isAuthenticated
    ? [unequal("X-RateLimit-Remaining", header("x-ratelimit-remaining"), String(meta.rate_limit_remaining))]
    : [
        unequal("meta.credits_remaining", meta.credits_remaining, 0),
        unequal("meta.rate_limit_remaining", meta.rate_limit_remaining, 0),
      ];
  return complaints(
    ...common,
    unequal("X-Request-Id", header("x-request-id"), meta.request_id),
    unequal("X-Credits-Used", header("x-credits-used"), String(meta.credits_used)),
    unequal("X-Credits-Remaining", header("x-credits-remaining"), String(meta.credits_remaining)),
    ...rest,
  );
}

/** The contract's section 7. */
export function errorComplaints({ status, headers, body }: Answer): string[] {
  const detail = body.error_detail;
  if (detail === undefined) return ["It has no error_detail."];
  const { code, message, action, docs_url } = detail;
  if (!errorCodes.includes(code)) return [`The code ${code} is not in the registry.`];
  const page = new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors#${code.toLowerCase()}$`);
  return complaints(
    unequal("The status", status, errorRegistry[code].status),
    unequal("error", body.error, message),
    unequal("meta.credits_used", body.meta?.credits_used, 0),
    unlike("action", action, /^[^\n]+$/),
    unlike("docs_url", docs_url, page),
    unequal("Whether there is a Retry-After", headers.has("retry-after"), code === "ERR_RATE_LIMIT"),
  );
}

/** As strict as RFC 4180 is written; every record has as many fields as the header. */
export function csvComplaints({ headers, text }: Answer): string[] {
  const type = headers.get("content-type")?.toLowerCase();
  const outsideQuotes = text.replace(/"(?:[^"]|"")*"/g, "").replaceAll("\r\n", "");
  return complaints(
    unequal("Content-Type", type, "text/csv; charset=utf-8"),
    unlike("Content-Disposition", headers.get("content-disposition"), /^attachment\b/),
    text.startsWith("\uFEFF") && "The table begins with a byte-order mark.",
    !text.endsWith("\r\n") && "The table's last line has no end.",
    /[\r\n"]/.test(outsideQuotes) && "The table has a bare line break or quote.",
    !isTable(text) && "The table's records are of different lengths.",
  );
}

function isTable(text: string): boolean {
  try {
    parse(text, { record_delimiter: "\r\n" });
    return true;
  } catch {
    return false;
  }
}

/** What the path's entry in the document says of this answer; a path without one has refusals only. */
function documentComplaints(
  document: OpenApiDocument,
  validate: Validate,
  { path, method }: Asked,
  answer: Answer,
): string[] {
  const operation = documentedOperation(document, path, method);
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const isListed =
    operation === undefined
      ? [401, 400, 404, 405, 429].includes(answer.status)
      : operation.responses[answer.status]?.content[type] !== undefined;
  const unlisted = complaints(
    !isListed && `${method} ${path} is not documented to answer ${answer.status} with ${type}.`,
  );
  if (type === "text/csv") return [...unlisted, ...csvComplaints(answer)];
  if (type !== "application/json") return [...unlisted, `It is of the type ${type}.`];
  return [...unlisted, ...validate(path, answer.status, answer.body, method)];
}

/** Holds an answer of a path below the base URL against the document and the rules that all answers share. */
export function answerComplaints(
  document: OpenApiDocument,
  validate: Validate,
  asked: Asked,
  answer: Answer,
): string[] {
  const meta = metaComplaints(answer);
  if (asked.method === "HEAD") return meta;
  // The document does not list itself.
  if (asked.path === "/openapi.json" && answer.status === 200) return meta;
  const errors = answer.status >= 400 ? errorComplaints(answer) : [];
  return [...meta, ...documentComplaints(document, validate, asked, answer), ...errors];
}
