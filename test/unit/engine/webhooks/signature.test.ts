import { createHmac } from "node:crypto";
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

function judge(header: string | undefined, atMs = nowMs, bytes = body) {
  return verifySignature(secret, header, bytes, atMs);
}

describe("a signature", () => {
  it("is the HMAC-SHA256 of `<t>.<body>` with the whole secret text, in lower-case hex", () => {
    const hex = createHmac("sha256", Buffer.from(secret, "utf8"))
      .update(Buffer.concat([Buffer.from(`${seconds}.`), body]))
      .digest("hex");
    expect(signatureHeader(secret, seconds, body)).toBe(`t=${seconds},v1=${hex}`);
  });

  it("agrees with one that was made elsewhere", () => {
    // printf '1.{}' | openssl dgst -sha256 -hmac whsec_test
    expect(signatureHeader("whsec_test", 1, "{}")).toBe(
      "t=1,v1=7500d5d4be4b3ef07af1fe56f7d522d135cdaa7530de557e67cc1049c52de094",
    );
  });

  it("is the same for a text and for its bytes", () => {
    expect(signatureHeader(secret, seconds, body.toString())).toBe(signatureHeader(secret, seconds, body));
  });

  it("is right for whatever was signed", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.nat({ max: 10 ** 12 - 1 }), (bytes, anySecret, at) => {
        const sent = Buffer.from(bytes);
        const header = signatureHeader(anySecret, at, sent);
        expect(verifySignature(anySecret, header, sent, at * 1_000)).toBe("right");
      }),
    );
  });
});

describe("a signature that was tampered with", () => {
  const header = signatureHeader(secret, seconds, body);

  it("is wrong over another body", () => {
    fc.assert(
      fc.property(fc.nat({ max: body.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(body);
        changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
        expect(judge(header, nowMs, changed)).toBe("wrong");
      }),
    );
  });

  it("is wrong with another time", () => {
    expect(judge(header.replace(`t=${seconds}`, `t=${seconds + 1}`))).toBe("wrong");
    expect(judge(header.replace("t=", "t=0"))).toBe("wrong");
  });

  it("is wrong with another secret", () => {
    expect(verifySignature("whsec_other", header, body, nowMs)).toBe("wrong");
    // The prefix belongs to the key.
    expect(verifySignature(secret.slice("whsec_".length), header, body, nowMs)).toBe("wrong");
  });

  it("is wrong rather than old where it is both", () => {
    expect(verifySignature("whsec_other", header, body, nowMs + 3_600_000)).toBe("wrong");
  });
});

describe("a signature's age", () => {
  const header = signatureHeader(secret, seconds, body);

  it.each([-maxSignatureAgeSeconds, -1, 0, 1, maxSignatureAgeSeconds])("of %i s is right", (age) => {
    expect(judge(header, nowMs + age * 1_000)).toBe("right");
  });

  it.each([-maxSignatureAgeSeconds - 1, maxSignatureAgeSeconds + 1])("of %i s is old", (age) => {
    expect(judge(header, nowMs + age * 1_000)).toBe("old");
  });
});

describe("a header", () => {
  const hex = "0".repeat(64);

  it.each([undefined, ""])("of %j is missing", (header) => {
    expect(judge(header)).toBe("missing");
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
  ])("of %j is malformed", (header) => {
    expect(judge(header)).toBe("malformed");
  });

  it("of any kind gets a verdict and never an exception", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(["missing", "malformed", "wrong"]).toContain(judge(header));
      }),
    );
  });
});
