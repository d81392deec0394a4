import fc, { type Arbitrary } from "fast-check";
import type { OpenApiDocument, Parameter } from "../../support/openapi.js";
import { editJson, type Json, type JsonEdit, jsonEdit } from "../inputs/json.js";
import { fitting, mostlyFitting, type Schema } from "../inputs/schema.js";
import { wellFormed, wilderText, wildText } from "../inputs/text.js";
import { type CallerName, callerNames } from "../support/callers.js";
import type { Sent } from "../support/http-client.js";

type Key = CallerName | "none" | "malformed" | "parameter";

export interface HttpCase {
  readonly method: string;
  readonly path: string;
  /** Names and values; a value is encoded unless it is to be sent as it is. */
  readonly query: readonly { readonly name: string; readonly value: string; readonly raw: boolean }[];
  readonly key: Key;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly type: string;
}

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "PURGE"];
const types = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "application/x-www-form-urlencoded",
  "",
  "application/json;;;",
  "multipart/form-data; boundary=x",
];

/** Mostly callers who may ask: a refusal at the door says nothing of what lies behind it. */
const keys: Arbitrary<Key> = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom<Key>("rich", "rich", "parameter") },
  { weight: 4, arbitrary: fc.constantFrom<Key>(...callerNames) },
  { weight: 1, arbitrary: fc.constantFrom<Key>("none", "malformed") },
);

const odd: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      "Accept",
      "Accept-Encoding",
      "X-Request-Id",
      "Range",
      "If-None-Match",
      "Cookie",
      "X-HTTP-Method-Override",
      "Tidemark-Via",
      "Forwarded",
      "X-Forwarded-Host",
      "Accept-Language",
    ),
    wildText,
  ),
  fc.tuple(fc.constantFrom("Origin", "Host", "Sec-Fetch-Site", "Authorization"), wildText),
  fc.constantFrom(
    ["Expect", "100-continue"] as const,
    ["Expect", "x"] as const,
    ["Upgrade", "websocket"] as const,
  ),
);

function queryValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(queryValue).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function parameterCases({ name, schema }: Parameter) {
  const value = fc.oneof(
    { weight: 6, arbitrary: mostlyFitting(schema as Schema, name, () => ({})).map(queryValue) },
    { weight: 1, arbitrary: wilderText },
  );
  return fc.record({ name: fc.constant(name), value, raw: fc.boolean().map((raw) => raw && name === "ids") });
}

const stranger = fc.record({ name: wildText, value: wildText, raw: fc.boolean() });

/** Most parameters once; now and then one is missing, doubled, or nobody's. */
function queries(parameters: readonly Parameter[]): Arbitrary<HttpCase["query"]> {
  const own = parameters
    .filter((each) => each.in === "query")
    .map((each) =>
      fc.oneof(
        { weight: each.required ? 12 : 3, arbitrary: parameterCases(each).map((one) => [one]) },
        { weight: each.required ? 1 : 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(parameterCases(each), { minLength: 2, maxLength: 3 }) },
      ),
    );
  const others = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(stranger, { maxLength: 3 }) },
  );
  return fc.tuple(...own, others).map((parts) => parts.flat());
}

interface BodyParts {
  readonly value: unknown;
  readonly edits: readonly JsonEdit[];
  readonly cut: number;
  readonly kind: "whole" | "torn" | "deep" | "none" | "text" | "padded";
}

const depth = 20_000;

function bodyText({ value, edits, cut, kind }: BodyParts): string | null {
  const text = JSON.stringify(editJson((value ?? null) as Json, edits));
  switch (kind) {
    case "whole":
      return text;
    case "torn":
      return text.slice(0, cut % (text.length + 1));
    case "deep":
      return `${'{"identifiers":'.repeat(depth)}1`;
    case "padded":
      return `${" ".repeat(70_000)}${text}`;
    case "text":
      return queryValue(value);
    case "none":
      return null;
  }
}

function bodies(schema: Schema | undefined): Arbitrary<string | null> {
  const kinds = fc.oneof(
    { weight: schema === undefined ? 1 : 30, arbitrary: fc.constantFrom<BodyParts["kind"]>("whole") },
    { weight: schema === undefined ? 30 : 1, arbitrary: fc.constantFrom<BodyParts["kind"]>("none") },
    { weight: 2, arbitrary: fc.constantFrom<BodyParts["kind"]>("torn", "text", "deep", "padded") },
  );
  const edits = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(jsonEdit, { minLength: 1, maxLength: 3 }) },
  );
  const value = fitting(schema ?? {}, "", () => ({}));
  return fc.record({ value, edits, cut: fc.nat(2_000), kind: kinds }).map(bodyText);
}

/** Stands for the id of the webhook or job that was made last: ids are the engine's to make. */
export const lastId = "LAST-ID";

const pathIds = fc.oneof(
  { weight: 4, arbitrary: fc.constant(lastId) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("wh_0000000000000000", "batch_00000000", "..", "%2e%2e", "%00", "a%2Fb"),
  },
  { weight: 1, arbitrary: wildText.map((text) => encodeURIComponent(wellFormed(text)).slice(0, 3_000)) },
);

function paths(template: string): Arbitrary<string> {
  const filled = pathIds.map((id) => `/v1${template.replace(/\{\w+\}/, id)}`);
  const bent = filled.chain((path) =>
    fc.constantFrom(
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}%2f`,
      `${path}/..`,
      `${path};x=1`,
      `${path}.json`,
      "/v1",
      "/",
      "/docs/errors",
    ),
  );
  return fc.oneof({ weight: 30, arbitrary: filled }, { weight: 1, arbitrary: bent });
}

function casesOf(
  template: string,
  method: string,
  parameters: readonly Parameter[],
  body: Schema | undefined,
) {
  return fc.record({
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom(...methods) },
    ),
    path: paths(template),
    query: queries(parameters),
    key: keys,
    headers: fc.oneof(
      { weight: 8, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(odd, { maxLength: 2 }) },
    ),
    body: bodies(body),
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: fc.constantFrom(...types) },
    ),
  });
}

/** Cases for every operation of the document. */
export function httpCases(document: OpenApiDocument): Arbitrary<HttpCase> {
  const all = Object.entries(document.paths).flatMap(([template, methodsOf]) =>
    Object.entries(methodsOf).map(([method, { parameters, requestBody }]) => {
      const body = requestBody?.content["application/json"]?.schema as Schema | undefined;
      return casesOf(template, method, parameters, body);
    }),
  );
  return fc.oneof(...all);
}

function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/%2C/g, ",");
}

/** What a client can send at all: bytes that a request line may hold. */
function sendable(text: string): string {
  return text.replace(/[^\x21-\x7e]|#/gu, (char) => encodeURIComponent(wellFormed(char)));
}

function keyHeader(
  key: Key,
  keyOf: (name: CallerName) => string,
): { caller: CallerName | null; header: string | null } {
  if (key === "none") return { caller: null, header: null };
  if (key === "malformed") return { caller: null, header: "Bearer ss_live_short" };
  if (key === "parameter") return { caller: "rich", header: null };
  return { caller: key, header: `Bearer ${keyOf(key)}` };
}

function headersOf({ headers, type, body }: HttpCase, authorization: string | null, port: number) {
  const usable = headers.map(([name, value]) => [name, value.replace(/[^\x20-\x7e\xa0-\xff]/g, "")] as const);
  return {
    Host: `127.0.0.1:${port}`,
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(body === null || type === "" ? {} : { "Content-Type": type }),
    // Node's client leaves it out where it does not expect a body.
    ...(body === null ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...Object.fromEntries(usable),
  };
}

export interface MadeRequest {
  readonly sent: Sent;
  /** On whose account it is counted; `null` where nobody can say. */
  readonly caller: CallerName | null;
}

/** Where a case goes to. */
export interface Place {
  readonly port: number;
  readonly keyOf: (name: CallerName) => string;
  readonly newestId: string;
}

/** The request of a case. */
export function toRequest(made: HttpCase, { port, keyOf, newestId }: Place): MadeRequest {
  const { caller, header } = keyHeader(made.key, keyOf);
  const pairs = made.query.map(
    ({ name, value, raw }) => `${encoded(name)}=${raw ? sendable(value) : encoded(value)}`,
  );
  if (made.key === "parameter") pairs.unshift(`api_key=${keyOf("rich")}`);
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const headers = headersOf(made, header, port);
  const hasOtherKey = made.headers.some(([name]) => name === "Authorization");
  return {
    sent: {
      method: made.method,
      path: sendable(made.path.replace(lastId, newestId) + query).slice(0, 400_000),
      headers,
      body: made.body === null ? null : Buffer.from(made.body),
    },
    caller: hasOtherKey ? null : caller,
  };
}
