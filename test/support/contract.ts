import { randomBytes } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect } from "vitest";
import { type AppOptions, createApp } from "../../src/main/engine/http/app.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import type { ErrorCode } from "../../src/shared/contract/errors.js";
import type { CatalogueLineInput } from "./catalogue.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import {
  type ApiResponse,
  type Method,
  type RawRequest,
  type RequestOptions,
  sendRequest,
} from "./network.js";
import { createValidator, type OpenApiDocument, responseErrors } from "./openapi.js";

/** An engine whose responses are all checked against its OpenAPI document and the rules that responses share. */
export interface ContractEngine extends TestEngine {
  document(): OpenApiDocument;
  /** Sends a request that `fetch` would normalize. Takes a whole path, and sends no key by default. */
  sendRaw(request: Omit<RawRequest, "port">): Promise<ApiResponse>;
  /** Asserts that the response of a path below the base URL is as documented. */
  check(path: string, response: ApiResponse, method?: string): ApiResponse;
}

/** Parses CSV by strict RFC 4180: every record has as many fields as the header. */
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
  const validate = createValidator(document);
  const check = (path: string, response: ApiResponse, method = "GET"): ApiResponse => {
    const request = { path: path.split("?")[0] ?? "", method };
    expect(responseErrors(document, validate, request, response), `${method} ${path.slice(0, 200)}`).toEqual(
      [],
    );
    return response;
  };
  return {
    ...engine,
    document: () => document,
    check,
    sendRaw: (request) => sendRequest({ ...request, port: engine.port() }),
    get: async (path: string, options: RequestOptions = {}) =>
      check(path, await engine.get(path, options), options.method),
    request: async (method: Method, path: string, body?: unknown, options: RequestOptions = {}) =>
      check(path, await engine.request(method, path, body, options), method),
  };
}

/** Starts an engine with these catalogue lines for all tests of a file. */
export function setupEngine(
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

/** The engine's API without a server. */
export function createBareApp({ db, clock }: Pick<AppOptions, "db" | "clock">) {
  return createApp({
    db,
    clock,
    randomBytes,
    log: silentLog,
    effects: noEffects,
    address: () => ({ port: 1, publicOrigin: null }),
    version: "0",
  });
}

let accounts = 0;

/** Creates a key for a new account, so that tests do not share counters. */
export function createAccountKey(engine: TestEngine, credits = 100_000): string {
  const name = `account-${++accounts}`;
  engine.setAccount({ planCredits: credits, status: "active" }, name);
  return engine.createKey({ account: name }).key;
}

/** The table of the contract, §7, and decision 51. */
export const errorStatuses: Readonly<Record<ErrorCode, number>> = {
  ERR_AUTH_MISSING: 401,
  ERR_AUTH_INVALID: 401,
  ERR_AUTH_REVOKED: 401,
  ERR_SUBSCRIPTION_REQUIRED: 403,
  ERR_SUBSCRIPTION_INACTIVE: 403,
  ERR_CREDITS_EXHAUSTED: 429,
  ERR_RATE_LIMIT: 429,
  ERR_INVALID_PARAMS: 400,
  ERR_IDENTIFIER_REQUIRED: 400,
  ERR_PRODUCT_NOT_FOUND: 404,
  ERR_ENDPOINT_NOT_FOUND: 404,
  ERR_METHOD_NOT_ALLOWED: 405,
  ERR_INTERNAL: 500,
  ERR_OVERLOADED: 503,
};

export function expectError(response: ApiResponse, code: ErrorCode): ApiResponse {
  expect(response.body.error_detail?.code, response.text.slice(0, 500)).toBe(code);
  expect(response.status).toBe(errorStatuses[code]);
  return response;
}

export function expectOk(response: ApiResponse): ApiResponse {
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return response;
}
