import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect } from "vitest";
import type { ErrorCode } from "../../src/shared/contract/errors.js";
import { errorCodes, errorRegistry } from "../../src/shared/contract/errors.js";
import type { CatalogueLineInput } from "./catalogue.js";
import { type Answer, type GetOptions, type Method, type RawRequest, sendRequest } from "./contract-http.js";
import { documentedOperation, type OpenApiDocument, type Validate, validatorOf } from "./contract-schema.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";

/** An engine whose every answer is held against its own OpenAPI document and the rules that all answers share. */
export interface ContractEngine extends TestEngine {
  document(): OpenApiDocument;
  /** As `get`, for what `fetch` would tidy up; the path is whole, and no key is sent by itself. */
  send(request: Omit<RawRequest, "port">): Promise<Answer>;
  /** Asserts that an answer of a path below the base URL is as documented. */
  check(path: string, answer: Answer, method?: string): Answer;
}

const integer = /^\d+$/;

function expectMetaHeaders(answer: Answer): void {
  const { headers, body } = answer;
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9A-Za-z]{26}$/);
  expect(headers.get("x-credits-used")).toMatch(integer);
  expect(headers.get("x-credits-remaining")).toMatch(integer);
  const isAuthenticated = answer.status !== 401 && headers.has("x-ratelimit-limit");
  if (isAuthenticated) {
    expect(headers.get("x-ratelimit-limit")).toBe("1000");
    expect(headers.get("x-ratelimit-reset")).toMatch(integer);
  }
  if (body.meta === undefined) return;
  expect(headers.get("x-request-id")).toBe(body.meta.request_id);
  expect(headers.get("x-credits-used")).toBe(String(body.meta.credits_used));
  expect(headers.get("x-credits-remaining")).toBe(String(body.meta.credits_remaining));
  if (isAuthenticated)
    expect(headers.get("x-ratelimit-remaining")).toBe(String(body.meta.rate_limit_remaining));
  else expect(body.meta).toMatchObject({ credits_remaining: 0, rate_limit_remaining: 0 });
}

function expectErrorRules({ status, headers, body }: Answer): void {
  const { code, message, action, docs_url } = body.error_detail;
  expect(errorCodes).toContain(code);
  expect(status).toBe(errorRegistry[code].status);
  expect(body.error).toBe(message);
  expect(body.meta.credits_used).toBe(0);
  expect(action).not.toBe("");
  expect(action).not.toContain("\n");
  expect(docs_url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors#${code.toLowerCase()}$`));
  expect(headers.has("retry-after")).toBe(code === "ERR_RATE_LIMIT");
}

/** Reads a CSV answer as strictly as RFC 4180 is written; every record has as many fields as the header. */
export function readCsv(text: string): Record<string, string>[] {
  expect(text.startsWith("\uFEFF")).toBe(false);
  expect(text.endsWith("\r\n")).toBe(true);
  const outsideQuotes = text.replace(/"(?:[^"]|"")*"/g, "");
  expect(outsideQuotes.replaceAll("\r\n", "")).not.toMatch(/[\r\n"]/);
  const records: string[][] = parse(text, { record_delimiter: "\r\n" });
  const [header = [], ...rows] = records;
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""])));
}

function expectCsvRules(answer: Answer): void {
  expect(answer.headers.get("content-type")?.toLowerCase()).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment\b/);
  readCsv(answer.text);
}

function expectDocumented(
  document: OpenApiDocument,
  validate: Validate,
  { path, method }: { path: string; method: string },
  answer: Answer,
): void {
  // The document does not list itself.
  if (path === "/openapi.json" && answer.status === 200) return;
  const operation = documentedOperation(document, path, method);
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  if (operation === undefined) expect([401, 400, 404, 405, 429]).toContain(answer.status);
  else expect(operation.responses[answer.status]?.content, `${path} ${answer.status}`).toHaveProperty([type]);
  if (type === "text/csv") {
    expectCsvRules(answer);
    return;
  }
  expect(type).toBe("application/json");
  expect(validate(path, answer.status, answer.body, method), `${path} ${answer.status}`).toEqual([]);
}

export async function startContractEngine(options: TestEngineOptions = {}): Promise<ContractEngine> {
  const engine = await startTestEngine(options);
  const served = await engine.get("/openapi.json", { key: null });
  const document = served.body as unknown as OpenApiDocument;
  const validate = validatorOf(document);
  const check = (path: string, answer: Answer, method = "GET"): Answer => {
    expectMetaHeaders(answer);
    if (method === "HEAD") return answer;
    expectDocumented(document, validate, { path: path.split("?")[0] ?? "", method }, answer);
    if (answer.status >= 400) expectErrorRules(answer);
    return answer;
  };
  return {
    ...engine,
    document: () => document,
    check,
    send: (request) => sendRequest({ ...request, port: engine.port() }),
    get: async (path: string, options: GetOptions = {}) =>
      check(path, await engine.get(path, options), options.method),
    ask: async (method: Method, path: string, body?: unknown, options: GetOptions = {}) =>
      check(path, await engine.ask(method, path, body, options), method),
  };
}

/** An engine for all tests of a file, with these catalogue lines. */
export function engineWith(
  lines: readonly CatalogueLineInput[],
  options: TestEngineOptions = {},
): () => ContractEngine {
  let engine: ContractEngine | undefined;
  beforeAll(async () => {
    engine = await startContractEngine(options);
    const { skipped } = await engine.import(lines);
    expect(skipped).toEqual([]);
  });
  afterAll(() => engine?.stop());
  return () => {
    if (engine === undefined) throw new Error("The engine has not started.");
    return engine;
  };
}

let accounts = 0;

/** A key of an account of its own, so that a test's counters are not another's. */
export function newAccountKey(engine: TestEngine, credits = 100_000): string {
  const name = `account-${++accounts}`;
  engine.setAccount({ planCredits: credits, status: "active" }, name);
  return engine.createKey({ account: name }).key;
}

export function expectError(answer: Answer, code: ErrorCode): Answer {
  expect(answer.body.error_detail?.code, answer.text.slice(0, 500)).toBe(code);
  return answer;
}

export function expectOk(answer: Answer): Answer {
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer;
}
