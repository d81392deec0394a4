import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maxSignatureAgeSeconds,
  signatureHeader,
  verifySignature,
} from "../../../../src/main/engine/webhooks/signature.js";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const seconds = 1_781_524_800;
const nowMs = seconds * 1_000;
const body = Buffer.from('{"id":"evt_1","data":{"title":"Café ☕"}}');

function verify(header: string | undefined, atMs = nowMs, bytes = body) {
  return verifySignature(secret, header, bytes, atMs);
}

it("a signature equals one made with OpenSSL", () => {
  // printf '1.{}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureHeader("whsec_test", 1, "{}")).toBe(
    "t=1,v1=7500d5d4be4b3ef07af1fe56f7d522d135cdaa7530de557e67cc1049c52de094",
  );
});

it("a signature is the same for a text and its bytes", () => {
  expect(signatureHeader(secret, seconds, body.toString())).toBe(signatureHeader(secret, seconds, body));
});

it("a signature is accepted for any bytes, secret and time", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), fc.nat({ max: 10 ** 12 - 1 }), (bytes, anySecret, at) => {
      const sent = Buffer.from(bytes);
      const header = signatureHeader(anySecret, at, sent);
      expect(verifySignature(anySecret, header, sent, at * 1_000)).toBe("valid");
    }),
  );
});

const header = signatureHeader(secret, seconds, body);

it("a forged signature is reported as wrong for a changed body", () => {
  fc.assert(
    fc.property(fc.nat({ max: body.length * 8 - 1 }), (bit) => {
      const changed = Buffer.from(body);
      changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
      expect(verify(header, nowMs, changed)).toBe("wrong");
    }),
  );
});

it("a forged signature is reported as wrong for a changed time", () => {
  expect(verify(header.replace(`t=${seconds}`, `t=${seconds + 1}`))).toBe("wrong");
  expect(verify(header.replace("t=", "t=0"))).toBe("wrong");
});

it("a forged signature is reported as wrong for another secret", () => {
  expect(verifySignature("whsec_other", header, body, nowMs)).toBe("wrong");
  // The prefix is part of the key.
  expect(verifySignature(secret.slice("whsec_".length), header, body, nowMs)).toBe("wrong");
});

it("a forged signature is reported as wrong, not as old, when it is both", () => {
  expect(verifySignature("whsec_other", header, body, nowMs + 3_600_000)).toBe("wrong");
});

describe("the age of signatures", () => {
  const header = signatureHeader(secret, seconds, body);

  it.each([-maxSignatureAgeSeconds, -1, 0, 1, maxSignatureAgeSeconds])(
    "a signature %i seconds old is accepted",
    (age) => {
      expect(verify(header, nowMs + age * 1_000)).toBe("valid");
    },
  );

  it.each([-maxSignatureAgeSeconds - 1, maxSignatureAgeSeconds + 1])(
    "a signature %i seconds old is reported as old",
    (age) => {
      expect(verify(header, nowMs + age * 1_000)).toBe("expired");
    },
  );
});

const hex = "0".repeat(64);

it.each([undefined, ""])("the signature header %j is reported as missing", (header) => {
  expect(verify(header)).toBe("missing");
});

it.each([
  "x",
  `v1=${hex}`,
  `t=,v1=${hex}`,
  `t=1,v1=`,
  `t=1;v1=${hex}`,
  `t=1, v1=${hex}`,
  `t=-1,v1=${hex}`,
  `t=1.5,v1=${hex}`,
  `t=1e3,v1=${hex}`,
  `t=1,v1=${"A".repeat(64)}`,
  `t=1,v1=${hex}0`,
  `t=1,v1=${hex.slice(1)}`,
  `t=1,v1=${hex},v1=${hex}`,
  `t=1,v1=${hex}\n`,
  `t=${"1".repeat(13)},v1=${hex}`,
])("the signature header %j is reported as malformed", (header) => {
  expect(verify(header)).toBe("malformed");
});

it("a signature header never causes an exception, whatever its text", () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(["missing", "malformed", "wrong"]).toContain(verify(header));
    }),
  );
});
