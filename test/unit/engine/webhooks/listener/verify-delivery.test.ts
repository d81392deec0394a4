import fc from "fast-check";
import { expect, it } from "vitest";
import {
  checkHead,
  verifyDelivery,
} from "../../../../../src/main/engine/webhooks/listener/verify-delivery.js";
import { signatureHeader } from "../../../../../src/main/engine/webhooks/signature.js";
import { envelope } from "../../../../support/catalogue.js";

const secret = "whsec_test";
const nowMs = 1_781_524_800_000;

function head(fields: Partial<Parameters<typeof checkHead>[0]> = {}) {
  return checkHead({ method: "POST", url: "/webhook", headers: {}, ...fields });
}

function delivery(body: Buffer, headers: Record<string, string> = {}, currentSecret: string | null = secret) {
  const signature = signatureHeader(secret, nowMs / 1_000, body);
  const all = { "x-service-signature": signature, ...headers };
  return verifyDelivery({ headers: all, body, secret: currentSecret, nowMs });
}

it.each(["/webhook", "/webhook?", "/webhook?a=/b"])(
  "a request head with the target %s is accepted",
  (url) => {
    expect(head({ url })).toBeNull();
  },
);

it.each(["/", "/webhook/", "/Webhook", "/v1/webhook", "//webhook", "*", "https://127.0.0.1/webhook", ""])(
  "a request head with the target %j is refused by its path, whatever its method",
  (url) => {
    expect(head({ url })).toMatchObject({ status: 404, reason: "path" });
    expect(head({ url, method: "GET" })).toMatchObject({ status: 404 });
  },
);

it("a request head is refused by its method before its size", () => {
  expect(head({ method: "PUT", headers: { "content-length": "99999" } })).toMatchObject({ status: 405 });
});

it.each([
  ["65536", null],
  ["65537", { status: 413 }],
  ["99999999999999999999999", { status: 413 }],
])("a request head with a Content-Length of %s results in %j", (length, expected) => {
  const answer = head({ headers: { "content-length": length } });
  if (expected === null) expect(answer).toBeNull();
  else expect(answer).toMatchObject(expected);
});

const body = Buffer.from(JSON.stringify(envelope("evt_1")));

it("a delivery yields its event and the text as it was sent", () => {
  expect(delivery(body)).toEqual({ envelope: envelope("evt_1"), rawBody: body.toString() });
});

it("a delivery is answered with 503 while the webhook is missing, whatever it contains", () => {
  expect(delivery(body, { "x-service-signature": "x" }, null)).toMatchObject({ status: 503 });
});

it("a delivery is accepted with unknown fields", () => {
  const more = Buffer.from(JSON.stringify({ ...envelope("evt_1"), more: true }));
  expect(delivery(more)).toMatchObject({ envelope: envelope("evt_1") });
});

it("a delivery of arbitrary bytes is refused by its form if it is signed, and by its signature if not", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const any = Buffer.from(bytes);
      expect(delivery(any)).toMatchObject({ status: 400, reason: "form" });
      expect(verifyDelivery({ headers: {}, body: any, secret, nowMs })).toMatchObject({ status: 401 });
    }),
  );
});

it.each([
  ["signed with another secret", { "x-service-signature": signatureHeader("x", nowMs / 1_000, body) }, 401],
  ["of another id than its header", { "x-service-event-id": "evt_2" }, 400],
])("a delivery %s is refused", (_case, headers, status) => {
  expect(delivery(body, headers)).toMatchObject({ status });
});

it("a delivery of JSON that is not an event is refused", () => {
  for (const change of [{ data: undefined }, { event: "price_rise" }, { id: "evt_\ud800" }])
    expect(delivery(Buffer.from(JSON.stringify({ ...envelope("evt_1"), ...change })))).toMatchObject({
      status: 400,
    });
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(delivery(Buffer.from(json))).toMatchObject({ status: 400 });
    }),
  );
});
