import { describe, expect, it } from "vitest";
import { describeNetworkError } from "../../../../src/main/engine/domain/network-error.js";
import { networkFailure } from "../../../../src/main/engine/sources/page/fetch-outcome.js";

describe("a failed TLS handshake", () => {
  it.each([
    ["CERT_HAS_EXPIRED", "'s certificate has expired."],
    ["CERT_NOT_YET_VALID", "'s certificate is not valid yet; check the date of this computer, too."],
    ["CERT_REVOKED", "'s certificate has been revoked."],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "'s certificate is for another host."],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "'s certificate is self-signed."],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "'s certificate cannot be verified: that of its issuer is not sent, or not trusted.",
    ],
    ["SELF_SIGNED_CERT_IN_CHAIN", "'s certificate is from an untrusted authority."],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "'s certificate is from an untrusted authority."],
    ["CERT_SIGNATURE_FAILURE", "'s certificate cannot be verified."],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", " requires a certificate of its clients."],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", " speaks only versions of TLS that are no longer safe."],
    ["ERR_SSL_UNSUPPORTED_PROTOCOL", " speaks only versions of TLS that are no longer safe."],
    [
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
      " refuses the TLS handshake: it has no cipher in common, or requires a certificate of its clients.",
    ],
    ["ERR_SSL_WRONG_VERSION_NUMBER", " does not speak TLS."],
    ["ERR_SSL_BAD_SIGNATURE", " ended the TLS handshake with an error."],
  ])("with %s has a sentence of its own", (code, reason) => {
    const error = Object.assign(new Error("raw"), { code });
    expect(describeNetworkError(error)).toBe(`The receiver${reason}`);
    expect(networkFailure(error)).toMatchObject({ outcome: "tls", detail: `The shop${reason}` });
  });

  it("is distinguished from other failures", () => {
    const error = Object.assign(new Error("raw"), { code: "ECONNREFUSED" });
    expect(networkFailure(error)).toMatchObject({ outcome: "network" });
    expect(describeNetworkError(Object.assign(new Error("raw"), { code: "EWHAT" }))).toBe(
      "The post failed: EWHAT.",
    );
  });
});

it.each(["HPE_UNEXPECTED_CONTENT_LENGTH", "HPE_HEADER_OVERFLOW"])(
  "the page's invalid HTTP is named, not %s",
  (code) => {
    expect(networkFailure({ code })).toEqual({
      kind: "failed",
      outcome: "network",
      detail: "The shop's server, or a proxy before it, sent invalid HTTP.",
    });
  },
);
