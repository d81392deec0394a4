import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
/** Thrown in place of a connection to an address that is not public. */
export const notPublicCode = "TIDEMARK_NOT_PUBLIC";

const networkErrorMessages: Readonly<Record<string, string>> = {
  [notPublicCode]: said.notPublic,
  ECONNREFUSED: said.connectionRefused,
  ECONNRESET: said.connectionClosed,
  EPIPE: said.connectionClosed,
  ENOTFOUND: said.unknownHost,
  EAI_AGAIN: said.unresolvedHost,
  ENETUNREACH: said.networkUnreachable,
  EHOSTUNREACH: said.hostUnreachable,
  ETIMEDOUT: said.connectionTimedOut,
  HPE_INVALID_CONSTANT: said.notHttp,
};

/** What follows the name of the server. The codes are OpenSSL's, without their prefix. */
const tlsReasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^CERT_HAS_EXPIRED$/, "'s certificate has expired."],
  [/^CERT_NOT_YET_VALID$/, "'s certificate is not valid yet; check the date of this computer, too."],
  [/^CERT_REVOKED$/, "'s certificate has been revoked."],
  [/ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/, "'s certificate is for another host."],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, "'s certificate is self-signed."],
  [
    /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,
    "'s certificate cannot be verified: that of its issuer is not sent, or not trusted.",
  ],
  [
    /^SELF_SIGNED_CERT_IN_CHAIN$|^UNABLE_TO_GET_ISSUER_CERT|^CERT_UNTRUSTED$/,
    "'s certificate is from an untrusted authority.",
  ],
  [
    /^(?:CERT_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|UNABLE_TO_D|ERROR_IN_CERT)|(?:EE|CA)_KEY_TOO_SMALL$|MD_TOO_WEAK$/,
    "'s certificate cannot be verified.",
  ],
  [/CERTIFICATE_REQUIRED$/, " requires a certificate of its clients."],
  [
    /UNSUPPORTED_PROTOCOL$|PROTOCOL_VERSION$|VERSION_TOO_LOW$/,
    " speaks only versions of TLS that are no longer safe.",
  ],
  [
    /HANDSHAKE_FAILURE$|NO_(?:SHARED|COMMON)_CIPHER|DH_KEY_TOO_SMALL$|INSUFFICIENT_SECURITY$/,
    " refuses the TLS handshake: it has no cipher in common, or requires a certificate of its clients.",
  ],
  [/WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|HTTP_REQUEST$/, " does not speak TLS."],
  [/^ERR_(?:SSL|TLS)_|^EPROTO$/, " ended the TLS handshake with an error."],
];

/** Why no secure connection came about, in one sentence about the server; null if the reason is another one. */
export function describeTlsError(code: string, server: "receiver" | "shop"): string | null {
  const reason = tlsReasons.find(([codes]) => codes.test(code))?.[1];
  return reason === undefined ? null : `The ${server}${reason}`;
}

/** Why a request got no response, in one sentence. */
export function describeNetworkError(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const knownMessage = code === undefined ? undefined : networkErrorMessages[code];
  if (knownMessage !== undefined) return knownMessage;
  const tlsSentence = describeTlsError(code ?? "", "receiver");
  if (tlsSentence !== null) return tlsSentence;
  if (code?.startsWith("HPE_") === true) return said.notHttp;
  return said.postFailed((code ?? message ?? "unknown reason").slice(0, 200));
}
