import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { ServerKind } from "../groups.js";

export interface BenchServer {
  readonly port: number;
  stop(): void;
}

/** Starts this program again as a server, so that the load generator does not share its core. */
export async function spawnServer(kind: ServerKind, folder: string): Promise<BenchServer> {
  const program = process.argv[1] ?? "";
  const child: ChildProcess = spawn(process.execPath, [program, "bench-serve", kind, "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("The server has no standard output.");
  const [output] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(output.toString()), stop: () => child.kill() };
}

const connections = 8;
/** Requests in flight per connection: enough that the server, not the wire, is the bottleneck. */
const pipelineDepth = 4;

/** What to request, and from whom. */
export interface Target {
  readonly port: number;
  readonly apiKey: string;
  readonly createPath: () => string;
}

function createRequest({ port, apiKey, createPath }: Target): string {
  return `GET /v1${createPath()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
}

interface Sending {
  /** Requests in flight. */
  readonly depth: number;
  readonly isOver: () => boolean;
  readonly onSend?: () => void;
  readonly onResponse: () => void;
}

/**
 * Sends requests over one keep-alive connection. Rejects after a response that is no success. Parses only the heads of
 * responses, because a complete client would be slower than the server it measures.
 */
async function sendRequests(target: Target, { depth, isOver, onSend, onResponse }: Sending): Promise<void> {
  const socket = connect({ port: target.port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => {
    let pending = 0;
    let buffered: Buffer = Buffer.alloc(0);
    const send = () => {
      pending++;
      onSend?.();
      socket.write(createRequest(target));
    };
    const onEachResponse = (isSuccess: boolean) => {
      if (!isSuccess) return reject(new Error("A response was a failure."));
      onResponse();
      pending--;
      if (!isOver()) send();
      else if (pending === 0) resolve();
    };
    socket.on("data", (chunk: Buffer) => {
      buffered = consumeResponses(
        buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]),
        onEachResponse,
      );
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      for (let i = 0; i < depth; i++) send();
    });
  }).finally(() => socket.destroy());
}

/** Reports each complete response, a success if its status is 2xx, and returns the bytes of an incomplete one. */
function consumeResponses(buffer: Buffer, onResponse: (isSuccess: boolean) => void): Buffer {
  let rest = buffer;
  for (let size = responseSize(rest); size !== null && rest.length >= size; size = responseSize(rest)) {
    // The first digit of the status in "HTTP/1.1 200".
    const isSuccess = rest[9] === 0x32;
    rest = rest.subarray(size);
    onResponse(isSuccess);
  }
  return rest;
}

const headEnd = Buffer.from("\r\n\r\n");
/** The end of `Content-Length: `, the same in any capitalization. */
const lengthHeader = Buffer.from("ength: ");

/** Bytes of the first response in the buffer, head and body; `null` while its head is incomplete. */
function responseSize(buffer: Buffer): number | null {
  const end = buffer.indexOf(headEnd);
  if (end < 0) return null;
  let at = buffer.indexOf(lengthHeader) + lengthHeader.length;
  if (at > end || at < lengthHeader.length) throw new Error("A response has no Content-Length.");
  let length = 0;
  for (let digit = (buffer[at] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (buffer[++at] ?? 0) - 48)
    length = length * 10 + digit;
  return end + headEnd.length + length;
}

function isOverAfter(seconds: number): () => boolean {
  const endMs = performance.now() + seconds * 1_000;
  return () => performance.now() >= endMs;
}

/** Responses per second under load. */
export async function measureThroughput(target: Target, seconds: number): Promise<number> {
  let responses = 0;
  const onResponse = () => void responses++;
  const startedMs = performance.now();
  const isOver = isOverAfter(seconds);
  await Promise.all(
    Array.from({ length: connections }, () =>
      sendRequests(target, { depth: pipelineDepth, isOver, onResponse }),
    ),
  );
  return responses / ((performance.now() - startedMs) / 1_000);
}

/** Milliseconds of each response to a client that waits for it before its next request. */
export async function measureLatencies(target: Target, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  let sentMs = 0;
  await sendRequests(target, {
    depth: 1,
    isOver: isOverAfter(seconds),
    onSend: () => {
      sentMs = performance.now();
    },
    onResponse: () => void latencies.push(performance.now() - sentMs),
  });
  return latencies;
}
