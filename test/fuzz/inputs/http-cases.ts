import fc, { type Arbitrary } from "fast-check";
import type { RawRequest } from "../../support/network.js";
import type { OpenApiDocument, Parameter } from "../../support/openapi.js";
import { type CallerName, callerNames } from "../support/callers.js";
import { mostly } from "./edits.js";
import { anyJsonEdits, editJson, type Json, type JsonEdit } from "./json.js";
import { fitting, mostlyFitting, type Schema } from "./schema.js";
import { anyText, anyTextOrHuge, replaceSurrogates } from "./text.js";

type Key = CallerName | "none" | "malformed" | "parameter";

export interface HttpCase {
  readonly method: string;
  readonly path: string;
  /** Values are encoded unless `isRaw`. */
  readonly query: readonly { readonly name: string; readonly value: string; readonly isRaw: boolean }[];
  readonly key: Key;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  readonly contentType: string;
}

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "PURGE"];
// biome-ignore format: one per line would fill a page
const contentTypes = [
  "application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded", "",
  "application/json;;;", "multipart/form-data; boundary=x",
];

/** Mostly valid keys: a refused request exercises nothing but the authentication. */
const keys: Arbitrary<Key> = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom<Key>("rich", "rich", "parameter") },
  { weight: 4, arbitrary: fc.constantFrom<Key>(...callerNames) },
  { weight: 1, arbitrary: fc.constantFrom<Key>("none", "malformed") },
);

const unusualHeaders: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    // biome-ignore format: one per line would fill a page
    fc.constantFrom(
      "Accept", "Accept-Encoding", "X-Request-Id", "Range", "If-None-Match", "Cookie",
      "X-HTTP-Method-Override", "Tidemark-Via", "Forwarded", "X-Forwarded-Host", "Accept-Language",
    ),
    anyText,
  ),
  fc.tuple(fc.constantFrom("Origin", "Host", "Sec-Fetch-Site", "Authorization"), anyText),
  fc.constantFrom<readonly [string, string]>(
    ["Expect", "100-continue"],
    ["Expect", "x"],
    ["Upgrade", "websocket"],
  ),
);

function toQueryValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(toQueryValue).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function parameterCases({ name, schema }: Parameter) {
  const value = fc.oneof(
    { weight: 6, arbitrary: mostlyFitting(schema as Schema, name, () => ({})).map(toQueryValue) },
    { weight: 1, arbitrary: anyTextOrHuge },
  );
  return fc.record({
    name: fc.constant(name),
    value,
    isRaw: name === "ids" ? fc.boolean() : fc.constant(false),
  });
}

const unknownParameters = fc.record({ name: anyText, value: anyText, isRaw: fc.boolean() });

/** Sometimes a parameter is missing, repeated or unknown. */
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
  const others = mostly<HttpCase["query"]>([], fc.array(unknownParameters, { maxLength: 3 }));
  return fc.tuple(...own, others).map((parts) => parts.flat());
}

interface BodyParts {
  readonly value: unknown;
  readonly edits: readonly JsonEdit[];
  readonly cut: number;
  readonly kind: "json" | "truncated" | "deep" | "none" | "text" | "padded";
}

const depth = 20_000;

function toBody({ value, edits, cut, kind }: BodyParts): string | null {
  const text = JSON.stringify(editJson((value ?? null) as Json, edits));
  switch (kind) {
    case "json":
      return text;
    case "truncated":
      return text.slice(0, cut % (text.length + 1));
    case "deep":
      return `${'{"identifiers":'.repeat(depth)}1`;
    case "padded":
      return `${" ".repeat(70_000)}${text}`;
    case "text":
      return toQueryValue(value);
    case "none":
      return null;
  }
}

function bodies(schema: Schema | undefined): Arbitrary<string | null> {
  const kinds = fc.oneof(
    { weight: schema === undefined ? 1 : 30, arbitrary: fc.constantFrom<BodyParts["kind"]>("json") },
    { weight: schema === undefined ? 30 : 1, arbitrary: fc.constantFrom<BodyParts["kind"]>("none") },
    { weight: 2, arbitrary: fc.constantFrom<BodyParts["kind"]>("truncated", "text", "deep", "padded") },
  );
  const value = fitting(schema ?? {}, "", () => ({}));
  return fc.record({ value, edits: anyJsonEdits(3, 3, 2), cut: fc.nat(2_000), kind: kinds }).map(toBody);
}

/** Replaced by the id of the newest webhook or batch job. */
const newestIdMark = "NEWEST-ID";

const unusualIds = fc.constantFrom("wh_0000000000000000", "batch_00000000", "..", "%2e%2e", "%00", "a%2Fb");
const pathIds = fc.oneof(
  { weight: 4, arbitrary: fc.constant(newestIdMark) },
  { weight: 1, arbitrary: unusualIds },
  {
    weight: 1,
    arbitrary: anyText.map((text) => encodeURIComponent(replaceSurrogates(text)).slice(0, 3_000)),
  },
);

function paths(template: string): Arbitrary<string> {
  const filled = pathIds.map((id) => `/v1${template.replace(/\{\w+\}/, id)}`);
  const suffixes = fc.constantFrom("/", "%2f", "/..", ";x=1", ".json");
  const altered = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(filled, suffixes).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: filled.map((path) => `/${path}`) },
    { weight: 1, arbitrary: filled.map((path) => path.toUpperCase()) },
    { weight: 3, arbitrary: fc.constantFrom("/v1", "/", "/docs/errors") },
  );
  return fc.oneof({ weight: 30, arbitrary: filled }, { weight: 1, arbitrary: altered });
}

/** Requests of all operations of the document. */
export function httpCases(document: OpenApiDocument): Arbitrary<HttpCase> {
  const all = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) =>
      fc.record({
        method: mostly(method.toUpperCase(), fc.constantFrom(...methods), 20),
        path: paths(template),
        query: queries(parameters),
        key: keys,
        headers: mostly<HttpCase["headers"]>([], fc.array(unusualHeaders, { maxLength: 2 })),
        body: bodies(requestBody?.content["application/json"]?.schema as Schema | undefined),
        contentType: mostly("application/json", fc.constantFrom(...contentTypes), 12),
      }),
    ),
  );
  return fc.oneof(...all);
}

function encode(text: string): string {
  return encodeURIComponent(replaceSurrogates(text)).replace(/%2C/g, ",");
}

/** Encodes only characters that a request line cannot contain. */
function encodeUnsendable(text: string): string {
  return text.replace(/[^\x21-\x7e]|#/gu, (char) => encodeURIComponent(replaceSurrogates(char)));
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

function toHeaders({ headers, contentType, body }: HttpCase, authorization: string | null, port: number) {
  const sendable = headers.map(
    ([name, value]) => [name, value.replace(/[^\x20-\x7e\xa0-\xff]/g, "")] as const,
  );
  return {
    Host: `127.0.0.1:${port}`,
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(body === null || contentType === "" ? {} : { "Content-Type": contentType }),
    // Node omits it for methods that usually have no body.
    ...(body === null ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...Object.fromEntries(sendable),
  };
}

interface Server {
  readonly port: number;
  readonly keyOf: (name: CallerName) => string;
  readonly newestId: string;
}

/** The request of a case, and the caller whose usage it counts towards; `null` if unknown. */
export function toRequest(
  value: HttpCase,
  { port, keyOf, newestId }: Server,
): { request: RawRequest & { method: string }; caller: CallerName | null } {
  const { caller, header } = keyHeader(value.key, keyOf);
  const pairs = value.query.map(
    ({ name, value, isRaw }) => `${encode(name)}=${isRaw ? encodeUnsendable(value) : encode(value)}`,
  );
  if (value.key === "parameter") pairs.unshift(`api_key=${keyOf("rich")}`);
  const query = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const hasOtherKey = value.headers.some(([name]) => name === "Authorization");
  return {
    request: {
      port,
      method: value.method,
      path: encodeUnsendable(value.path.replace(newestIdMark, newestId) + query).slice(0, 400_000),
      headers: toHeaders(value, header, port),
      ...(value.body === null ? {} : { body: value.body }),
    },
    caller: hasOtherKey ? null : caller,
  };
}
