import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Chance } from "./chance.js";

/** What a server does with a request that it has read, instead of answering with its page. */
export type Mischief = (socket: Socket, page: string, chance: Chance) => void;

function head(status: string, ...lines: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...lines, "", ""].join("\r\n");
}

const html = "Content-Type: text/html; charset=utf-8";
const close = "Connection: close";

function lengthOf(content: string | Buffer): string {
  return `Content-Length: ${Buffer.byteLength(content)}`;
}

export const answerWell: Mischief = (socket, page) => {
  socket.end(head("200 OK", html, lengthOf(page), close) + page);
};

/** Writes `piece` again and again until the other side has had enough. */
function pour(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on("close", () => clearInterval(timer));
}

function withStatus(status: string, ...lines: readonly string[]): Mischief {
  return (socket) => void socket.end(`${head(status, html, ...lines, lengthOf("Sorry."), close)}Sorry.`);
}

function compressed(body: Buffer): Mischief {
  return (socket) => {
    socket.write(head("200 OK", html, "Content-Encoding: gzip", lengthOf(body.toString("latin1")), close));
    socket.end(body);
  };
}

const bombBytes = 256 * 1_024 * 1_024;
let bomb: Buffer | undefined;

function gzipBomb(): Buffer {
  bomb ??= gzipSync(Buffer.alloc(bombBytes, " "));
  return bomb;
}

/** Somewhere between the first and the last byte, so that something of it is missing. */
function part(page: string, chance: Chance): string {
  return page.slice(0, chance.whole(1, page.length - 1));
}

/** In the plain: what goes wrong between a shop and its visitor. */
export const mischiefs: Readonly<Record<string, Mischief>> = {
  "accepts and never answers": () => undefined,
  "closes at once": (socket) => void socket.destroy(),
  "resets at once": (socket) => void socket.resetAndDestroy(),
  "answers a byte at a time": (socket, page) => {
    socket.write(head("200 OK", html, lengthOf(page), close));
    pour(socket, " ", 20);
  },
  "promises more than it sends": (socket, page, chance) => {
    socket.end(head("200 OK", html, lengthOf(page), close) + part(page, chance));
  },
  "sends more than it promised": (socket, page, chance) => {
    const promised = Buffer.byteLength(part(page, chance));
    socket.end(head("200 OK", html, `Content-Length: ${promised}`, close) + page);
  },
  "resets in the middle": (socket, page, chance) => {
    socket.write(head("200 OK", html, lengthOf(page), close) + part(page, chance), () =>
      setTimeout(() => socket.resetAndDestroy(), 5),
    );
  },
  "never ends its body": (socket) => {
    socket.write(head("200 OK", html, close));
    pour(socket, " ".repeat(256 * 1_024), 1);
  },
  "never ends its headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pour(socket, `X-More: ${"y".repeat(8_000)}\r\n`, 1);
  },
  "breaks its chunks": (socket) => {
    socket.end(`${head("200 OK", html, "Transfer-Encoding: chunked", close)}zz\r\n<p>$1.00</p>\r\n0\r\n\r\n`);
  },
  "speaks no HTTP": (socket) => void socket.end("220 mail.example ESMTP\r\n"),
  "compresses rubbish": compressed(Buffer.from("this was never compressed")),
  "compresses and stops halfway": (socket, page, chance) => {
    const whole = gzipSync(page);
    compressed(whole.subarray(0, chance.whole(1, whole.length - 9)))(socket, page, chance);
  },
  "sends a gzip bomb": (socket, page, chance) => compressed(gzipBomb())(socket, page, chance),
  "redirects to itself": withStatus("302 Found", "Location: /p/thing"),
  "redirects into the house": withStatus("302 Found", "Location: http://10.0.0.1/router"),
  "redirects to nowhere": withStatus("302 Found", "Location: http://["),
  "says 503": withStatus("503 Service Unavailable"),
  "says 429 for a century": withStatus("429 Too Many Requests", "Retry-After: 3155760000"),
  "says nothing changed when nobody asked": withStatus("304 Not Modified"),
  "is a captive portal": (socket, page, chance) =>
    answerWell(socket, "<!doctype html><h1>Welcome to our Wi-Fi</h1><p>An hour costs $1.00</p>", chance) ??
    void page,
  "sends a file": (socket) => {
    socket.end(`${head("200 OK", "Content-Type: application/zip", lengthOf("PK"), close)}PK`);
  },
  "sends an empty page": (socket) => void socket.end(head("200 OK", html, lengthOf(""), close)),
};
