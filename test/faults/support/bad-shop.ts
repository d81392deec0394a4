import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { DAY_MS } from "../../../src/shared/time.js";
import { findFreePort, listenOn } from "../../support/network.js";
import { type CertificatePair, makeCertificate, trustedCertificate } from "../../support/tls.js";
import { createRandom, type Random } from "./random.js";

/** Responds to a request for the shop's page. */
type Respond = (socket: Socket, page: string, random: Random) => void;

const html = "Content-Type: text/html; charset=utf-8";
const close = "Connection: close";

function responseHead(status: string, ...headers: readonly string[]): string {
  return [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");
}

/** Writes `data` repeatedly until the other side closes the connection. */
function writeRepeatedly(socket: Socket, data: string, intervalMs: number): void {
  const timer = setInterval(() => socket.write(data), intervalMs);
  socket.on("close", () => clearInterval(timer));
}

function contentLength(body: string | Buffer): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

const respondWell: Respond = (socket, page) => {
  socket.end(responseHead("200 OK", html, contentLength(page), close) + page);
};

function respondStatus(status: string, ...headers: readonly string[]): Respond {
  const head = responseHead(status, html, ...headers, contentLength("Sorry."), close);
  return (socket) => void socket.end(`${head}Sorry.`);
}

function respondGzip(socket: Socket, body: Buffer): void {
  socket.write(responseHead("200 OK", html, "Content-Encoding: gzip", contentLength(body), close));
  socket.end(body);
}

let gzipBomb: Buffer | undefined;

/** A random part of the page that leaves out its end. */
function truncate(page: string, random: Random): string {
  return page.slice(0, random.integer(1, page.length - 1));
}

const responseFaults: Readonly<Record<string, Respond>> = {
  "never responds": () => undefined,
  "closes the connection": (socket) => void socket.destroy(),
  "resets the connection": (socket) => void socket.resetAndDestroy(),
  "sends a byte at a time": (socket, page) => {
    socket.write(responseHead("200 OK", html, contentLength(page), close));
    writeRepeatedly(socket, " ", 20);
  },
  "sends less than its Content-Length": (socket, page, random) => {
    socket.end(responseHead("200 OK", html, contentLength(page), close) + truncate(page, random));
  },
  "sends more than its Content-Length": (socket, page, random) => {
    socket.end(responseHead("200 OK", html, contentLength(truncate(page, random)), close) + page);
  },
  "resets the connection within the body": (socket, page, random) => {
    const head = responseHead("200 OK", html, contentLength(page), close);
    socket.write(head + truncate(page, random), () => setTimeout(() => socket.resetAndDestroy(), 5));
  },
  "never ends its body": (socket) => {
    socket.write(responseHead("200 OK", html, close));
    writeRepeatedly(socket, " ".repeat(256 * 1_024), 1);
  },
  "never ends its headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    writeRepeatedly(socket, `X-More: ${"y".repeat(8_000)}\r\n`, 1);
  },
  "sends invalid chunks": (socket) => {
    const head = responseHead("200 OK", html, "Transfer-Encoding: chunked", close);
    socket.end(`${head}zz\r\n<p>$1.00</p>\r\n0\r\n\r\n`);
  },
  "does not speak HTTP": (socket) => void socket.end("220 mail.example ESMTP\r\n"),
  "sends invalid gzip": (socket) => respondGzip(socket, Buffer.from("this was never compressed")),
  "sends truncated gzip": (socket, page, random) => {
    const body = gzipSync(page);
    respondGzip(socket, body.subarray(0, random.integer(1, body.length - 9)));
  },
  "sends a gzip bomb": (socket) => {
    gzipBomb ??= gzipSync(Buffer.alloc(256 * 1_024 * 1_024, " "));
    respondGzip(socket, gzipBomb);
  },
  "redirects to itself": respondStatus("302 Found", "Location: /p/thing"),
  "redirects into the home network": respondStatus("302 Found", "Location: http://10.0.0.1/router"),
  "redirects to an invalid address": respondStatus("302 Found", "Location: http://["),
  "responds 503": respondStatus("503 Service Unavailable"),
  "responds 429 for a century": respondStatus("429 Too Many Requests", "Retry-After: 3155760000"),
  "responds 304 to an unconditional request": respondStatus("304 Not Modified"),
  "is a captive portal": (socket, _page, random) =>
    respondWell(socket, "<!doctype html><h1>Welcome to our Wi-Fi</h1><p>An hour costs $1.00</p>", random),
  "sends a file": (socket) => {
    socket.end(`${responseHead("200 OK", "Content-Type: application/zip", contentLength("PK"), close)}PK`);
  },
  "sends an empty page": (socket) => void socket.end(responseHead("200 OK", html, contentLength(""), close)),
};

const certificateFaults: Readonly<Record<string, () => Promise<CertificatePair>>> = {
  "has an expired certificate": () => makeCertificate({ notBefore: new Date(Date.now() - 730 * DAY_MS) }),
  "has a certificate from the future": () => makeCertificate({ notBefore: new Date(Date.now() + DAY_MS) }),
  "has another host's certificate": () => makeCertificate({ ip: "127.0.0.2" }),
  "has an untrusted certificate": () => makeCertificate(),
};

interface ShopFault {
  readonly name: string;
  readonly respond?: Respond;
  readonly isDown?: boolean;
  readonly makeCertificate?: () => Promise<CertificatePair>;
}

const shopFaults: readonly ShopFault[] = [
  { name: "is down", isDown: true },
  ...Object.entries(responseFaults).map(([name, respond]) => ({ name, respond })),
  ...Object.entries(certificateFaults).map(([name, create]) => ({ name, makeCertificate: create })),
];

/** The price is only in the visible text, so that the page looks complete wherever it is cut. */
function renderPage(priceMinor: number): string {
  return `<!doctype html><html lang="en-US"><head><title>Bad thing</title></head><body><main><div class="product">
<h1>Bad thing</h1><p class="product-price">US$${(priceMinor / 100).toFixed(2)}</p><p>In stock</p>
<button>Add to cart</button></div></main></body></html>`;
}

async function startBadShop({ name, isDown = false, respond = respondWell, makeCertificate }: ShopFault) {
  let currentRespond = respondWell;
  let random = createRandom(0);
  const onRequest: RequestListener = ({ socket }) =>
    currentRespond(socket, renderPage(shop.priceMinor), random);
  const certificate = makeCertificate === undefined ? null : await trustedCertificate();
  const tlsServer = certificate === null ? null : createTlsServer(certificate, onRequest);
  const server = tlsServer ?? createServer(onRequest);
  // A shop that is down returns to the same port, which no other server may get meanwhile.
  await listenOn(server, isDown ? await findFreePort() : 0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const shop = {
    name,
    host,
    url: `${tlsServer === null ? "http" : "https"}://${host}/p/thing`,
    priceMinor: 5_000,
    misbehave: async (nextRandom: Random) => {
      random = nextRandom;
      currentRespond = respond;
      if (isDown) close();
      if (makeCertificate !== undefined) tlsServer?.setSecureContext(await makeCertificate());
    },
    recover: async () => {
      if (isDown) await listenOn(server, port);
      if (certificate !== null) tlsServer?.setSecureContext(certificate);
      currentRespond = respondWell;
    },
    close,
  };
  return shop;
}

/** A shop on loopback with a fault, which it has only while it misbehaves. */
export type BadShop = Awaited<ReturnType<typeof startBadShop>>;

/** Starts a shop for each fault. */
export function startBadShops(): Promise<BadShop[]> {
  return Promise.all(shopFaults.map(startBadShop));
}
