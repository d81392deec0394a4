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
  return { port: Number(first.toString()), stop: () => child.kill("SIGKILL") };
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
    const answered = (status: string) => {
      if (status !== "200") progress.failures++;
      progress.done++;
      pending--;
      if (!isOver()) send();
      else if (pending === 0) resolve();
    };
    socket.on("data", (chunk: Buffer) => {
      buffered = takeAnswers(Buffer.concat([buffered, chunk]), answered);
    });
    socket.once("error", reject);
    for (let i = 0; i < depth; i++) send();
  });
}

/** Reports each whole answer's status and returns the bytes behind the last one. */
function takeAnswers(buffer: Buffer, answered: (status: string) => void): Buffer {
  let rest = buffer;
  for (let size = answerSize(rest); size !== null && rest.length >= size; size = answerSize(rest)) {
    const status = rest.toString("latin1", 9, 12);
    rest = rest.subarray(size);
    answered(status);
  }
  return rest;
}

/** Bytes of the first answer in the buffer, head and body; `null` while its head is not whole. */
function answerSize(buffer: Buffer): number | null {
  const end = buffer.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = buffer.toString("latin1", 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer has no length:\n${head}`);
  return end + 4 + Number(length);
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
    throw new Error(`${progress.failures} of ${progress.done} answers were not 200.`);
  return progress.done / elapsed;
}
