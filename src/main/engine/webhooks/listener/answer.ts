import type { IncomingMessage, ServerResponse } from "node:http";
import type { Acceptance } from "../../operations/receive-event.js";
import type { Refusal } from "./judge.js";

/** Max bytes of an unwanted body to drain before the connection is cut. */
const mostUnreadBytes = 1_024 * 1_024;

function write(response: ServerResponse, status: number, body: object, more: Record<string, string>): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...more,
  });
  response.write(text);
}

export function answerAccepted(response: ServerResponse, acceptance: Acceptance): void {
  write(response, 200, { received: true, ...(acceptance === "repeated" ? { repeated: true } : {}) }, {});
  response.end();
}

/** Refuses a request that has been read completely. */
export function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  write(response, refusal.status, { received: false, error: refusal.message }, {});
  response.end();
}

/**
 * Refuses a request without using its body. The response is sent immediately, but the connection closes only after the
 * rest of the body has been drained: closing it earlier could lose the response on its way to the sender.
 */
export function answerUnread(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const allow: Record<string, string> = refusal.status === 405 ? { Allow: "POST" } : {};
  write(
    response,
    refusal.status,
    { received: false, error: refusal.message },
    { Connection: "close", ...allow },
  );
  if (request.readableEnded) {
    response.end();
    return;
  }
  let left = mostUnreadBytes;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.once("end", () => response.end());
}
