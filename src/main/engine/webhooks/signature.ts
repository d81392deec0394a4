import { createHmac, timingSafeEqual } from "node:crypto";

/** Contract §6. */
export const signatureHeaders = {
  eventId: "X-Service-Event-Id",
  attempt: "X-Service-Delivery-Attempt",
  signature: "X-Service-Signature",
  /** Ours: the same with the new secret, while the old one is still valid. */
  nextSignature: "X-Service-Signature-Next",
} as const;

/** An older signature may be a replay. */
export const maxSignatureAgeSeconds = 300;

function computeHmac(secret: string, seconds: number | string, body: Buffer | string): Buffer {
  // The key is the whole secret text, `whsec_` included (decision 45).
  return createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
}

/** `t=<Unix seconds>,v1=<lower-case hex>` over the exact bytes sent (decision 30). */
export function signatureHeader(secret: string, seconds: number, body: Buffer | string): string {
  return `t=${seconds},v1=${computeHmac(secret, seconds, body).toString("hex")}`;
}

export type SignatureStatus = "valid" | "missing" | "malformed" | "expired" | "wrong";

const signaturePattern = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Verifies a signature in constant time. A time too far ahead is as suspicious as an old one. */
export function verifySignature(
  secret: string,
  header: string | undefined,
  body: Buffer,
  nowMs: number,
): SignatureStatus {
  if (header === undefined || header === "") return "missing";
  const match = signaturePattern.exec(header);
  if (match === null) return "malformed";
  const [, seconds = "", hex = ""] = match;
  if (!timingSafeEqual(computeHmac(secret, seconds, body), Buffer.from(hex, "hex"))) return "wrong";
  return Math.abs(nowMs / 1_000 - Number(seconds)) > maxSignatureAgeSeconds ? "expired" : "valid";
}
