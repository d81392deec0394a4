import type { ServerResponse } from "node:http";
import type { Acceptance } from "../../operations/alerts/receive-event.js";
import type { Refusal } from "./verify-delivery.js";

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  extraHeaders: Record<string, string>,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...extraHeaders,
  });
  response.end(text);
}

export function respondAccepted(response: ServerResponse, acceptance: Acceptance): void {
  sendJson(response, 200, { received: true, ...(acceptance === "repeated" ? { repeated: true } : {}) }, {});
}

/** Refuses a request, whether or not its body has been read. */
export function respondRefused(response: ServerResponse, { status, message }: Refusal): void {
  const allow: Record<string, string> = status === 405 ? { Allow: "POST" } : {};
  sendJson(response, status, { received: false, error: message }, allow);
}
