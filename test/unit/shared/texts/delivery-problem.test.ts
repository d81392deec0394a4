import { describe, expect, it } from "vitest";
import { describeNetworkError } from "../../../../src/main/engine/domain/network-error.js";
import { deliveryProblems as german } from "../../../../src/shared/texts/de/delivery-problems.js";
import { translateStored } from "../../../../src/shared/texts/delivery-problem.js";
import { deliveryProblems as english } from "../../../../src/shared/texts/en/delivery-problems.js";

const inGerman = (stored: string) => translateStored(stored, german);

describe("a stored problem of a delivery", () => {
  it("is read in each language", () => {
    for (const [key, words] of Object.entries(english)) {
      const say = (text: typeof words) => (typeof text === "string" ? text : text("20"));
      expect(inGerman(say(words)), key).toBe(say(german[key as keyof typeof german]));
      expect(translateStored(say(words), english)).toBe(say(words));
    }
  });

  it("keeps the service's own words", () => {
    expect(inGerman("The service answered 400: chat (1) not found.")).toBe(
      "Der Dienst antwortete: 400: chat (1) not found.",
    );
  });

  it("stays as it is if another version has stored it", () => {
    expect(inGerman("The pigeon got lost.")).toBe("The pigeon got lost.");
  });

  it.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "CERT_REVOKED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "INVALID_CA",
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "ERR_SSL_UNSUPPORTED_PROTOCOL",
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "EPROTO",
    "EMFILE",
  ])("is known for the network error %s", (code) => {
    const stored = describeNetworkError({ code });
    expect(inGerman(stored)).not.toBe(stored);
  });
});
