import { type IncomingMessage, ServerResponse } from "node:http";

/** Longer bodies are cut off, and their senders lose the response. */
const maxDrainedBytes = 64 * 1_048_576;

/** Whether a part of the request's body is still to come. Node calls a request without a body complete a little late. */
export function isBodyPending({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return hasBody && !complete;
}

/**
 * A response that ends its connection if it is sent before the whole body of its request has arrived. The connection
 * closes only after the rest of the body has been drained: closing it earlier could lose the response on its way.
 */
export class ClosingResponse extends ServerResponse {
  #endNow: (() => void) | null = null;

  override writeHead(...args: unknown[]): this {
    if (isBodyPending(this.req)) this.shouldKeepAlive = false;
    return super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>));
  }

  override end(...args: unknown[]): this {
    const [chunk] = args;
    if (!isBodyPending(this.req)) return super.end(...(args as Parameters<ServerResponse["end"]>));
    if (chunk instanceof Uint8Array || typeof chunk === "string") this.write(chunk);
    this.#endNow = () => super.end();
    drain(this.req, () => this.stopDraining());
    return this;
  }

  /** Ends a response that waits for the rest of a body; does nothing to any other. */
  stopDraining(): void {
    const endNow = this.#endNow;
    this.#endNow = null;
    endNow?.();
  }
}

function drain(request: IncomingMessage, done: () => void): void {
  let remainingBytes = maxDrainedBytes;
  // A reader that has given up would pause the request.
  request.removeAllListeners("data");
  request.on("data", (chunk: Buffer) => {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) request.socket.destroy();
  });
  request.once("end", done).once("close", done);
  request.resume();
}
