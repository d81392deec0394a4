import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ServerKind } from "./servers.js";

export interface BenchServer {
  readonly port: number;
  stop(): void;
}

/** Starts this same program as a server for the benchmark. */
export async function spawnServer(kind: ServerKind, folder: string): Promise<BenchServer> {
  const script = process.argv[1] ?? "";
  const child: ChildProcess = spawn(process.execPath, [script, "bench-serve", kind, "--data", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("The benchmark's server has no output.");
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(first.toString()), stop: () => child.kill() };
}

const connections = 8;
/** Requests under way on a connection: enough that the server, not the wire, is what waits. */
const depth = 4;

interface Progress {
  done: number;
  failures: number;
}

/**
 * Sends requests over one keep-alive connection, pipelined, and counts answers by their head: a client that does
 * more than that would be slower than the server it measures.
 */
function drive(
  socket: Socket,
  request: () => string,
  progress: Progress,
  isOver: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = 0;
    let buffered: Buffer = Buffer.alloc(0);
    const send = () => {
      pending++;
      socket.write(request());
    };
    const answered = (isSuccess: boolean) => {
      if (!isSuccess) progress.failures++;
      progress.done++;
      pending--;
      if (!isOver()) send();
      else if (pending === 0) resolve();
    };
    socket.on("data", (chunk: Buffer) => {
      buffered = takeAnswers(buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]), answered);
    });
    socket.once("error", reject);
    for (let i = 0; i < depth; i++) send();
  });
}

/** Reports whether each whole answer is a 2xx and returns the bytes behind the last one. */
function takeAnswers(buffer: Buffer, answered: (isSuccess: boolean) => void): Buffer {
  let rest = buffer;
  for (let size = answerSize(rest); size !== null && rest.length >= size; size = answerSize(rest)) {
    const isSuccess = rest[9] === 0x32;
    rest = rest.subarray(size);
    answered(isSuccess);
  }
  return rest;
}

const headEnd = Buffer.from("\r\n\r\n");
/** The tail of `Content-Length: `, whatever the case of its head. */
const lengthHeader = Buffer.from("ength: ");

/** Bytes of the first answer in the buffer, head and body; `null` while its head is not whole. */
function answerSize(buffer: Buffer): number | null {
  const end = buffer.indexOf(headEnd);
  if (end < 0) return null;
  let at = buffer.indexOf(lengthHeader) + lengthHeader.length;
  if (at > end || at < lengthHeader.length) throw new Error("An answer has no length.");
  let length = 0;
  for (let digit = (buffer[at] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (buffer[++at] ?? 0) - 48)
    length = length * 10 + digit;
  return end + headEnd.length + length;
}

/** Answers a second over some seconds of load on a server. */
export async function throughput(
  port: number,
  path: () => string,
  apiKey: string,
  seconds: number,
): Promise<number> {
  const request = () =>
    `GET /v1${path()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
  const sockets = Array.from({ length: connections }, () =>
    connect({ port, host: "127.0.0.1", noDelay: true }),
  );
  const progress: Progress = { done: 0, failures: 0 };
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= seconds * 1_000;
  await Promise.all(sockets.map((socket) => drive(socket, request, progress, isOver)));
  const elapsed = (performance.now() - startedMs) / 1_000;
  for (const socket of sockets) socket.destroy();
  if (progress.failures > 0)
    throw new Error(`${progress.failures} of ${progress.done} answers were no success.`);
  return progress.done / elapsed;
}
