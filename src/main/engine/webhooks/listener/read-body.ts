import type { IncomingMessage } from "node:http";

/** Resolves to the body, to `too-large` as soon as it exceeds the limit, or to `gone` if the sender disconnects. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large" | "gone"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        chunks = [];
        resolve("too-large");
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve("gone"));
  });
}
