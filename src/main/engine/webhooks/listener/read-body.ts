import type { IncomingMessage } from "node:http";

/** The whole body; `too-large` as soon as it is known to be, `gone` where its sender went away before its end. */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | "too-large" | "gone"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else {
        chunks = [];
        resolve("too-large");
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve("gone"));
  });
}
