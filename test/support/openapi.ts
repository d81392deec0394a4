import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { parse } from "csv-parse/sync";
import { errorCodes, errorRegistry } from "../../src/shared/contract/errors.js";
import type { ApiResponse } from "./network.js";

/** Checks responses against the served OpenAPI document, and against the rules that all responses share. */

interface Json {
  readonly [key: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly schema: Json & { readonly type?: string; readonly enum?: readonly unknown[] };
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { schema: Json; example?: unknown }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Json; readonly content: Readonly<Record<string, { schema: Json }>> }>
  >;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The document without room for later fields (contract, section 9, rule 2), to notice undocumented ones. */
function closeObjects(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    isObject(value) &&
    value.type === "object" &&
    isObject(value.properties) &&
    value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  ) as OpenApiDocument;
}

/** The path template of the document that matches a path, or `undefined`. */
export function documentedPath(document: OpenApiDocument, path: string): string | undefined {
  if (document.paths[path] !== undefined) return path;
  const parts = path.split("/");
  return Object.keys(document.paths).find((listed) => {
    const names = listed.split("/");
    return (
      names.length === parts.length && names.every((name, i) => name.startsWith("{") || name === parts[i])
    );
  });
}

/** The documented operation of a method on a path. */
export function documentedOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
): Operation | undefined {
  return document.paths[documentedPath(document, path) ?? ""]?.[method.toLowerCase()];
}

export type Validate = (path: string, status: number, body: unknown, method?: string) => string[];

function pointer(...parts: readonly (string | number)[]): string {
  const escaped = parts.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map(encodeURIComponent).join("/")}`;
}

/** Compiles the document's schemas where they stand, as served. */
function schemaCompiler(document: OpenApiDocument): (reference: string) => ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi.json");
  const compiled = new Map<string, ValidateFunction>();
  return (reference) => {
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: `openapi.json${reference}` });
    compiled.set(reference, validate);
    return validate;
  };
}

/** Validates a JSON response against the document as served, and against one that allows no other fields. */
export function createValidator(document: OpenApiDocument): Validate {
  const compilers = [document, closeObjects(document)].map(schemaCompiler);
  return (path, status, body, method = "GET") => {
    const listed = documentedPath(document, path);
    const response = documentedOperation(document, path, method)?.responses[status];
    const reference =
      listed === undefined || response?.content["application/json"] === undefined
        ? pointer("components", "schemas", "ErrorResponse")
        : pointer(
            ...["paths", listed, method.toLowerCase(), "responses", status],
            ...["content", "application/json", "schema"],
          );
    const errors = compilers.flatMap((compile) => {
      const validate = compile(reference);
      return validate(body) ? [] : (validate.errors ?? []);
    });
    return errors.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
  };
}

/** Every problem that the linter's recommended rules find in the document as served, warnings included. */
export async function lintDocument(
  document: unknown,
  rules: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-openapi-"));
  try {
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    writeFileSync(
      join(folder, "redocly.yaml"),
      linterRules +
        Object.entries(rules)
          .map(([rule, level]) => `  ${rule}: ${level}\n`)
          .join(""),
    );
    const output = await runLinter(folder);
    return (JSON.parse(output.slice(output.indexOf("{"))) as { problems: unknown[] }).problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The engine runs in this process, so the linter must not block it. The exit code is 1 if there are errors. */
function runLinter(cwd: string): Promise<string> {
  const cli = resolve("node_modules/@redocly/cli/bin/cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [cli, "lint", "openapi.json", "--format=json"],
      { cwd, env },
      (_error, stdout) => done(stdout),
    );
  });
}

const linterRules = `
extends: [recommended]
rules:
  operation-tag-defined: error
  info-contact: error
  no-invalid-media-type-examples: error
  no-invalid-parameter-examples: error
  no-invalid-schema-examples: error
`;

interface RequestLine {
  /** Below the base URL. */
  readonly path: string;
  readonly method: string;
}

type CheckResult = string | false | undefined;

const integer = /^\d+$/;

function errorsIn(...found: readonly CheckResult[]): string[] {
  return found.filter((each) => typeof each === "string");
}

function inequality(name: string, found: unknown, expected: unknown): CheckResult {
  return found !== expected && `${name} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`;
}

function mismatch(name: string, found: string | null | undefined, form: RegExp): CheckResult {
  return !form.test(found ?? "") && `${name} is ${JSON.stringify(found ?? null)}, not of the form ${form}.`;
}

/** Checks the headers that every response carries (decision 7), and that they equal `meta`. */
function metaErrors({ status, headers, body }: ApiResponse): string[] {
  const isAuthenticated = status !== 401 && headers.has("x-ratelimit-limit");
  const header = (name: string) => headers.get(name);
  const common = errorsIn(
    mismatch("X-Request-Id", header("x-request-id"), /^req_[0-9A-Za-z]{26}$/),
    mismatch("X-Credits-Used", header("x-credits-used"), integer),
    mismatch("X-Credits-Remaining", header("x-credits-remaining"), integer),
    isAuthenticated && inequality("X-RateLimit-Limit", header("x-ratelimit-limit"), "1000"),
    isAuthenticated && mismatch("X-RateLimit-Reset", header("x-ratelimit-reset"), integer),
  );
  const { meta } = body;
  if (meta === undefined) return common;
  const rest = isAuthenticated
    ? [
        inequality(
          "X-RateLimit-Remaining",
          header("x-ratelimit-remaining"),
          String(meta.rate_limit_remaining),
        ),
      ]
    : [
        inequality("meta.credits_remaining", meta.credits_remaining, 0),
        inequality("meta.rate_limit_remaining", meta.rate_limit_remaining, 0),
      ];
  return errorsIn(
    ...common,
    inequality("X-Request-Id", header("x-request-id"), meta.request_id),
    inequality("X-Credits-Used", header("x-credits-used"), String(meta.credits_used)),
    inequality("X-Credits-Remaining", header("x-credits-remaining"), String(meta.credits_remaining)),
    ...rest,
  );
}

/** Checks an error response (contract, §7). */
function errorBodyErrors({ status, headers, body }: ApiResponse): string[] {
  const detail = body.error_detail;
  if (detail === undefined) return ["The body has no error_detail."];
  const { code, message, action, docs_url } = detail;
  if (!errorCodes.includes(code)) return [`The code ${code} is not in the registry.`];
  const page = new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors#${code.toLowerCase()}$`);
  return errorsIn(
    inequality("The status", status, errorRegistry[code].status),
    inequality("error", body.error, message),
    inequality("meta.credits_used", body.meta?.credits_used, 0),
    mismatch("action", action, /^[^\n]+$/),
    mismatch("docs_url", docs_url, page),
    inequality("The presence of Retry-After", headers.has("retry-after"), hasRetryAfter.has(code)),
  );
}

const hasRetryAfter = new Set<string>(["ERR_RATE_LIMIT", "ERR_OVERLOADED"]);

/** Checks strict RFC 4180: every record has as many fields as the header. */
function csvErrors({ headers, text }: ApiResponse): string[] {
  const type = headers.get("content-type")?.toLowerCase();
  const outsideQuotes = text.replace(/"(?:[^"]|"")*"/g, "").replaceAll("\r\n", "");
  return errorsIn(
    inequality("Content-Type", type, "text/csv; charset=utf-8"),
    mismatch("Content-Disposition", headers.get("content-disposition"), /^attachment\b/),
    text.startsWith("\uFEFF") && "The table begins with a byte-order mark.",
    !text.endsWith("\r\n") && "The table's last line is not terminated.",
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

/** Checks a response against the document. A path that it does not list must be refused. */
function documentErrors(
  document: OpenApiDocument,
  validate: Validate,
  { path, method }: RequestLine,
  response: ApiResponse,
): string[] {
  const operation = documentedOperation(document, path, method);
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const isListed =
    operation === undefined
      ? [401, 400, 404, 405, 429].includes(response.status)
      : operation.responses[response.status]?.content[type] !== undefined;
  const undocumented = errorsIn(
    !isListed && `${method} ${path} is not documented to answer ${response.status} with ${type}.`,
  );
  if (type === "text/csv") return [...undocumented, ...csvErrors(response)];
  if (type !== "application/json") return [...undocumented, `The content type is ${type}.`];
  return [...undocumented, ...validate(path, response.status, response.body, method)];
}

/** Checks the response of a path below the base URL against the document and the rules that all responses share. */
export function responseErrors(
  document: OpenApiDocument,
  validate: Validate,
  request: RequestLine,
  response: ApiResponse,
): string[] {
  const meta = metaErrors(response);
  if (request.method === "HEAD") return meta;
  // The document does not list itself.
  if (request.path === "/openapi.json" && response.status === 200) return meta;
  const errors = response.status >= 400 ? errorBodyErrors(response) : [];
  return [...meta, ...documentErrors(document, validate, request, response), ...errors];
}
