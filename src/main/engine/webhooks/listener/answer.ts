import type { IncomingMessage, ServerResponse } from "node:http";
import type { Acceptance } from "../../operations/receive-event.js";
import type { Refusal } from "./judge.js";

/** A sender that does not stop for an answer is listened to for this long. */
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

/** Answers a request that has been read to its end. */
export function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  write(response, refusal.status, { received: false, error: refusal.message }, {});
  response.end();
}

/**
 * Answers a request whose body nobody reads. The answer is sent at once; the connection is closed after what still
 * comes has been thrown away, because closing it in the middle would cost the sender the answer.
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
