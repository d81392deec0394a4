import type { IncomingMessage, ServerResponse } from "node:http";
import type { Acceptance } from "../../operations/alerts/receive-event.js";
import type { Refusal } from "./verify-delivery.js";

/** Max bytes of an unwanted body to drain before the connection is cut. */
const maxDrainedBytes = 1_024 * 1_024;

function writeJson(
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
  response.write(text);
}

export function respondAccepted(response: ServerResponse, acceptance: Acceptance): void {
  writeJson(response, 200, { received: true, ...(acceptance === "repeated" ? { repeated: true } : {}) }, {});
  response.end();
}

/** Refuses a request that has been read completely. */
export function respondRefused(response: ServerResponse, refusal: Refusal): void {
  writeJson(response, refusal.status, { received: false, error: refusal.message }, {});
  response.end();
}

/**
 * Refuses a request without using its body. The response is sent immediately, but the connection closes only after the
 * rest of the body has been drained: closing it earlier could lose the response on its way to the sender.
 */
export function respondAndDrain(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const allow: Record<string, string> = refusal.status === 405 ? { Allow: "POST" } : {};
  writeJson(
    response,
    refusal.status,
    { received: false, error: refusal.message },
    { Connection: "close", ...allow },
  );
  if (request.readableEnded) {
    response.end();
    return;
  }
  let remainingBytes = maxDrainedBytes;
  request.on("data", (chunk: Buffer) => {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) request.socket.destroy();
  });
  request.once("end", () => response.end());
}
