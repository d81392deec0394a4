const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens at the receiver's address.",
  ECONNRESET: "The receiver closed the connection before it answered.",
  EPIPE: "The receiver closed the connection before it answered.",
  ENOTFOUND: "The receiver's host name is not known.",
  EAI_AGAIN: "The receiver's host name could not be looked up; is the network there?",
  ENETUNREACH: "There is no way to the receiver's network.",
  EHOSTUNREACH: "There is no way to the receiver's host.",
  ETIMEDOUT: "The connection to the receiver timed out.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate comes from an authority that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The receiver's certificate comes from an authority that is not trusted.",
  EPROTO: "The receiver does not speak TLS.",
  HPE_INVALID_CONSTANT: "The receiver's answer is not HTTP.",
};

/** Why a post came to nothing, in one sentence for the delivery log. */
export function describeSendError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  if (code?.startsWith("ERR_SSL") === true) return "The receiver does not speak TLS.";
  if (code?.startsWith("HPE_") === true) return "The receiver's answer is not HTTP.";
  return `The post failed: ${(code ?? message ?? "unknown reason").slice(0, 200)}.`;
}
