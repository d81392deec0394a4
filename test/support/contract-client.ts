import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect } from "vitest";
import type { ErrorCode } from "../../src/shared/contract/errors.js";
import { answerComplaints } from "./answer-rules.js";
import type { CatalogueLineInput } from "./catalogue.js";
import { type Answer, type GetOptions, type Method, type RawRequest, sendRequest } from "./contract-http.js";
import { type OpenApiDocument, validatorOf } from "./contract-schema.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";

/** An engine whose every answer is held against its own OpenAPI document and the rules that all answers share. */
export interface ContractEngine extends TestEngine {
  document(): OpenApiDocument;
  /** As `get`, for what `fetch` would tidy up; the path is whole, and no key is sent by itself. */
  send(request: Omit<RawRequest, "port">): Promise<Answer>;
  /** Asserts that an answer of a path below the base URL is as documented. */
  check(path: string, answer: Answer, method?: string): Answer;
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

export async function startContractEngine(options: TestEngineOptions = {}): Promise<ContractEngine> {
  const engine = await startTestEngine(options);
  const served = await engine.get("/openapi.json", { key: null });
  const document = served.body as unknown as OpenApiDocument;
  const validate = validatorOf(document);
  const check = (path: string, answer: Answer, method = "GET"): Answer => {
    const asked = { path: path.split("?")[0] ?? "", method };
    expect(answerComplaints(document, validate, asked, answer), `${method} ${path.slice(0, 200)}`).toEqual(
      [],
    );
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
