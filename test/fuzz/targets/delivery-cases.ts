import { createHmac } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import { envelope } from "../../support/catalogue.js";
import { type Edit, editBytes, editOf, someBytes } from "../inputs/bytes.js";
import { editJson, type Json, type JsonEdit, jsonEdit } from "../inputs/json.js";
import { wildText } from "../inputs/text.js";

export const listenerSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
export const listenerNowMs = Date.parse("2026-06-15T12:00:00.000Z");

type Signing = "right" | "other-secret" | "other-body" | "upper" | "missing" | "garbage" | "twice";

interface Delivery {
  readonly kind: "delivery";
  readonly id: string;
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit<Buffer>[];
  readonly signing: Signing;
  /** Of the signature's time, against the listener's clock. */
  readonly seconds: number;
  readonly garbage: string;
  readonly path: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Spaces behind the body. */
  readonly padding: number;
}

interface Speech {
  readonly kind: "speech";
  readonly bytes: Uint8Array;
  /** Without TLS. */
  readonly isPlain: boolean;
}

export type DeliveryCase = Delivery | Speech;

function mostly<T>(usual: T, others: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
}

const headers = fc.array(
  fc.tuple(
    fc.constantFrom(
      "X-Service-Event-Id",
      "X-Service-Delivery-Attempt",
      "Content-Type",
      "Transfer-Encoding",
      "Expect",
      "X",
    ),
    wildText,
  ),
  { maxLength: 2 },
);

const deliveries: Arbitrary<Delivery> = fc.record({
  kind: fc.constant("delivery" as const),
  id: fc.oneof(
    fc.nat(1_000_000_000).map((number) => `evt_${number}`),
    fc.nat(1_000).map((number) => `evt_test_${number}`),
    wildText,
  ),
  json: fc.oneof(fc.constant([]), fc.array(jsonEdit, { maxLength: 3 })),
  bytes: mostly<readonly Edit<Buffer>[]>([], fc.array(editOf(someBytes), { maxLength: 3 })),
  signing: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Signing>("right") },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Signing>(
        "other-secret",
        "other-body",
        "upper",
        "missing",
        "garbage",
        "twice",
      ),
    },
  ),
  seconds: mostly(
    0,
    fc.oneof(fc.constantFrom(-301, -300, 300, 301, 1e9, -1e9), fc.integer({ min: -400, max: 400 })),
  ),
  garbage: fc.oneof(
    wildText,
    fc.constantFrom("t=1,v1=", `t=1,v1=${"0".repeat(64)}`, "v1=0,t=1", "t=-1,v1=0"),
  ),
  path: mostly(
    "/webhook",
    fc.constantFrom(
      "/webhook?x=1",
      "/webhook/",
      "/",
      "/WEBHOOK",
      "/webhook%20",
      "//webhook",
      "/webhook/../webhook",
    ),
  ),
  method: mostly("POST", fc.constantFrom("GET", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")),
  headers: mostly<readonly (readonly [string, string])[]>([], headers),
  padding: mostly(0, fc.constantFrom(64_000, 65_536, 70_000, 300_000)),
});

const tlsBytes = [
  "16030100ff",
  "160301",
  "16030300010100",
  "1503030002022f",
  "80",
  "474554202f20485454502f312e310d0a0d0a",
  "00",
  "ffffffff",
];

const speeches: Arbitrary<Speech> = fc.record({
  kind: fc.constant("speech" as const),
  bytes: fc.oneof(
    fc.constantFrom(...tlsBytes).map((hex) => new Uint8Array(Buffer.from(hex, "hex"))),
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
  { weight: 1, arbitrary: speeches },
);

export interface MadeDelivery {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

function digest(secret: string, seconds: number, body: Buffer): string {
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
}

function signatureFor(
  { signing, seconds: offset, garbage }: Delivery,
  body: Buffer,
): string | string[] | null {
  const seconds = listenerNowMs / 1_000 + offset;
  const right = `t=${seconds},v1=${digest(listenerSecret, seconds, body)}`;
  switch (signing) {
    case "right":
      return right;
    case "other-secret":
      return `t=${seconds},v1=${digest("whsec_other", seconds, body)}`;
    case "other-body":
      return `t=${seconds},v1=${digest(listenerSecret, seconds, Buffer.concat([body, body]))}`;
    case "upper":
      return right.toUpperCase();
    case "twice":
      return [right, right];
    case "garbage":
      return headerText(garbage);
    case "missing":
      return null;
  }
}

/** What a header's value can be at all. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, "");
}

/** The request of a case. */
export function madeDelivery(value: Delivery): MadeDelivery {
  const json = editJson(envelope(value.id) as unknown as Json, value.json);
  const body = Buffer.concat([
    editBytes(Buffer.from(JSON.stringify(json)), value.bytes),
    Buffer.alloc(value.padding, " "),
  ]);
  const signature = signatureFor(value, body);
  const isChunked = value.headers.some(([name]) => name === "Transfer-Encoding");
  return {
    path: value.path,
    method: value.method,
    headers: {
      ...Object.fromEntries(value.headers.map(([name, text]) => [name, headerText(text)])),
      ...(isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(body.length) }),
      ...(signature === null ? {} : { "X-Service-Signature": signature }),
    },
    body,
  };
}
