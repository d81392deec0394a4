/** Thrown in place of a connection to an address that is not public. */
export const notPublicCode = "TIDEMARK_NOT_PUBLIC";

const networkErrorMessages: Readonly<Record<string, string>> = {
  [notPublicCode]: "The receiver's address is not on the public internet, and its host is not allowed.",
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: "The receiver closed the connection before it responded.",
  EPIPE: "The receiver closed the connection before it responded.",
  ENOTFOUND: "The receiver's host name does not exist.",
  EAI_AGAIN: "The receiver's host name could not be resolved; check the network connection.",
  ENETUNREACH: "The receiver's network is unreachable.",
  EHOSTUNREACH: "The receiver's host is unreachable.",
  ETIMEDOUT: "The connection to the receiver timed out.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate is from an untrusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate is from an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The receiver's certificate is from an untrusted authority.",
  EPROTO: "The receiver does not speak TLS.",
  HPE_INVALID_CONSTANT: "The receiver's response is not HTTP.",
};

/** Why a request got no response, in one sentence. */
export function describeNetworkError(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const knownMessage = code === undefined ? undefined : networkErrorMessages[code];
  if (knownMessage !== undefined) return knownMessage;
  if (code?.startsWith("ERR_SSL") === true) return "The receiver does not speak TLS.";
  if (code?.startsWith("HPE_") === true) return "The receiver's response is not HTTP.";
  return `The post failed: ${(code ?? message ?? "unknown reason").slice(0, 200)}.`;
}
