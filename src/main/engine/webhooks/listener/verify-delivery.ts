import type { IncomingHttpHeaders } from "node:http";
import { type EventEnvelope, eventEnvelope } from "../../../../shared/contract/webhook.js";
import { type SignatureStatus, signatureHeaders, verifySignature } from "../signature.js";

export const webhookPath = "/webhook";
/** An event is about one kilobyte. */
export const maxBodyBytes = 64 * 1_024;

export interface Refusal {
  readonly status: number;
  /** The category under which the log counts it. */
  readonly reason: "path" | "method" | "size" | "signature" | "form" | "not-ready" | "storage";
  readonly message: string;
}

export interface Delivery {
  readonly envelope: EventEnvelope;
  /** The body exactly as sent. */
  readonly rawBody: string;
}

export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export const tooLarge: Refusal = {
  status: 413,
  reason: "size",
  message: `The body is larger than ${maxBodyBytes} bytes.`,
};

export const storageFailed: Refusal = {
  status: 503,
  reason: "storage",
  message: "The event could not be stored. Send it again later.",
};

const notReady: Refusal = {
  status: 503,
  reason: "not-ready",
  message: "Tidemark has no webhook for this listener yet. Send the event again later.",
};

/** Checks a request before its body is read; `null` if it is acceptable so far. */
export function checkHead({ method, url = "", headers }: RequestHead): Refusal | null {
  if (url.split("?", 1)[0] !== webhookPath)
    return { status: 404, reason: "path", message: `Events are received at ${webhookPath} only.` };
  if (method !== "POST")
    return { status: 405, reason: "method", message: `Events must be sent with POST, not with ${method}.` };
  return Number(headers["content-length"] ?? 0) > maxBodyBytes ? tooLarge : null;
}

const signatureMessages: Record<Exclude<SignatureStatus, "valid">, string> = {
  missing: `The header ${signatureHeaders.signature} is missing.`,
  malformed: `The header ${signatureHeaders.signature} does not have the form t=<Unix seconds>,v1=<64 hex digits>.`,
  wrong: "The signature does not match this body and this webhook's secret.",
  expired: "The signature's time is more than five minutes off. Check both clocks and sign the event again.",
};

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** `null` if the listener has no webhook. */
  readonly secret: string | null;
  readonly nowMs: number;
}

/** Verifies a complete request. Parses the body only after verifying its signature. */
export function verifyDelivery({ headers, body, secret, nowMs }: ReceivedRequest): Delivery | Refusal {
  if (secret === null) return notReady;
  const signatureStatus = verifySignature(
    secret,
    headerValue(headers, signatureHeaders.signature),
    body,
    nowMs,
  );
  if (signatureStatus !== "valid")
    return { status: 401, reason: "signature", message: signatureMessages[signatureStatus] };
  return parseDelivery(body, headerValue(headers, signatureHeaders.eventId));
}

function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : value;
}

function parseDelivery(body: Buffer, eventId: string | undefined): Delivery | Refusal {
  const json = parseJson(body);
  if (json === null) return malformed("The body is not JSON in UTF-8.");
  const envelope = eventEnvelope.safeParse(json.value);
  if (!envelope.success) return malformed("The body is not a valid event.");
  if (eventId !== undefined && eventId !== envelope.data.id)
    return malformed(`The header ${signatureHeaders.eventId} does not match the id in the body.`);
  return { envelope: envelope.data, rawBody: json.text };
}

function malformed(message: string): Refusal {
  return { status: 400, reason: "form", message };
}

function parseJson(body: Buffer): { text: string; value: unknown } | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}
