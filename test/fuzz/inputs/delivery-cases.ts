import { createHmac } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import { envelope } from "../../support/catalogue.js";
import { anyEdit, type Edit, editBytes, mostly, someBytes } from "./edits.js";
import { anyJsonEdit, editJson, type Json, type JsonEdit } from "./json.js";
import { anyText } from "./text.js";

export const listenerSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
export const listenerNowMs = Date.parse("2026-06-15T12:00:00.000Z");

const invalidSignings = ["other-secret", "other-body", "upper-case", "missing", "garbage", "twice"] as const;
type Signing = "valid" | (typeof invalidSignings)[number];

interface Delivery {
  readonly kind: "delivery";
  readonly id: string;
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit<Buffer>[];
  readonly signing: Signing;
  /** From the listener's clock to the signature's time. */
  readonly offsetSeconds: number;
  readonly garbage: string;
  readonly path: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Spaces after the body. */
  readonly padding: number;
}

/** Bytes that may be neither TLS nor HTTP. */
interface RawBytes {
  readonly kind: "bytes";
  readonly bytes: Uint8Array;
  /** Without TLS. */
  readonly isPlain: boolean;
}

export type DeliveryCase = Delivery | RawBytes;

// biome-ignore format: one per line would fill a page
const headerNames = fc.constantFrom(
  "X-Service-Event-Id", "X-Service-Delivery-Attempt", "Content-Type", "Transfer-Encoding", "Expect", "X",
);
// biome-ignore format: one per line would fill a page
const otherPaths = fc.constantFrom(
  "/webhook?x=1", "/webhook/", "/", "/WEBHOOK", "/webhook%20", "//webhook", "/webhook/../webhook",
);

const deliveries: Arbitrary<Delivery> = fc.record({
  kind: fc.constant("delivery" as const),
  id: fc.oneof(
    fc.nat(1_000_000_000).map((number) => `evt_${number}`),
    fc.nat(1_000).map((number) => `evt_test_${number}`),
    anyText,
  ),
  json: fc.oneof(fc.constant([]), fc.array(anyJsonEdit, { maxLength: 3 })),
  bytes: mostly<readonly Edit<Buffer>[]>([], fc.array(anyEdit(someBytes), { maxLength: 3 })),
  signing: mostly<Signing>("valid", fc.constantFrom(...invalidSignings), 4),
  offsetSeconds: mostly(
    0,
    fc.oneof(fc.constantFrom(-301, -300, 300, 301, 1e9, -1e9), fc.integer({ min: -400, max: 400 })),
  ),
  garbage: fc.oneof(anyText, fc.constantFrom("t=1,v1=", `t=1,v1=${"0".repeat(64)}`, "v1=0,t=1", "t=-1,v1=0")),
  path: mostly("/webhook", otherPaths),
  method: mostly("POST", fc.constantFrom("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")),
  headers: mostly<Delivery["headers"]>([], fc.array(fc.tuple(headerNames, anyText), { maxLength: 2 })),
  padding: mostly(0, fc.constantFrom(64_000, 65_536, 70_000, 300_000)),
});

// biome-ignore format: one per line would fill a page
const tlsRecords = [
  "16030100ff", "160301", "16030300010100", "1503030002022f", "80", "474554202f20485454502f312e310d0a0d0a",
  "00", "ffffffff",
];

const rawBytes: Arbitrary<RawBytes> = fc.record({
  kind: fc.constant("bytes" as const),
  bytes: fc.oneof(
    fc.constantFrom(...tlsRecords).map((hex) => new Uint8Array(Buffer.from(hex, "hex"))),
    fc.uint8Array({ maxLength: 60 }),
    fc
      .constantFrom(
        "POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
        "POST",
        "GET / HTTP/9\r\n\r\n",
        "\r\n\r\n",
      )
      .map((text) => new Uint8Array(Buffer.from(text))),
  ),
  isPlain: fc.boolean(),
});

export const deliveryCases: Arbitrary<DeliveryCase> = fc.oneof(
  { weight: 40, arbitrary: deliveries },
  { weight: 1, arbitrary: rawBytes },
);

export interface DeliveryRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

function sign(secret: string, seconds: number, body: Buffer): string {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
}

function signatureOf({ signing, offsetSeconds, garbage }: Delivery, body: Buffer): string | string[] | null {
  const seconds = listenerNowMs / 1_000 + offsetSeconds;
  const valid = `t=${seconds},v1=${sign(listenerSecret, seconds, body)}`;
  switch (signing) {
    case "valid":
      return valid;
    case "other-secret":
      return `t=${seconds},v1=${sign("whsec_other", seconds, body)}`;
    case "other-body":
      return `t=${seconds},v1=${sign(listenerSecret, seconds, Buffer.concat([body, body]))}`;
    case "upper-case":
      return valid.toUpperCase();
    case "twice":
      return [valid, valid];
    case "garbage":
      return toHeaderValue(garbage);
    case "missing":
      return null;
  }
}

/** Removes characters that Node refuses to send. A head has three of these, and must stay below 8 KiB. */
function toHeaderValue(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, "").slice(0, 2_000);
}

export function toDelivery(value: Delivery): DeliveryRequest {
  const json = editJson(envelope(value.id) as unknown as Json, value.json);
  const body = Buffer.concat([
    editBytes(Buffer.from(JSON.stringify(json)), value.bytes),
    Buffer.alloc(value.padding, " "),
  ]);
  const signature = signatureOf(value, body);
  const isChunked = value.headers.some(([name]) => name === "Transfer-Encoding");
  return {
    path: value.path,
    method: value.method,
    headers: {
      ...Object.fromEntries(value.headers.map(([name, text]) => [name, toHeaderValue(text)])),
      ...(isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(body.length) }),
      ...(signature === null ? {} : { "X-Service-Signature": signature }),
    },
    body,
  };
}
