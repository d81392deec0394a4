import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type Server as TlsServer } from "node:tls";
import { findFreePort, listenOn } from "../../support/network.js";
import { type CertificatePair, makeCertificate, trustedCertificate } from "../../support/tls.js";
import { type Chance, chanceOf } from "./chance.js";
import { answerWell, type Mischief, mischiefs } from "./mischief.js";

/** A shop on loopback that can be as bad as servers and networks are. */
export interface BadShop {
  /** What it is bad at. */
  readonly name: string;
  readonly host: string;
  readonly url: string;
  priceMinor: number;
  misbehave(chance: Chance): Promise<void>;
  behave(): Promise<void>;
  close(): void;
}

/** The price stands in visible text only: nothing tells a reader that it has been cut short. */
function pageOf(priceMinor: number): string {
  return `<!doctype html><html lang="en-US"><head><title>Bad thing</title></head><body><main><div class="product">
<h1>Bad thing</h1><p class="product-price">US$${(priceMinor / 100).toFixed(2)}</p><p>In stock</p>
<button>Add to cart</button></div></main></body></html>`;
}

/** Reads a request to its end, then lets `answer` do with the connection what it likes. */
function onRequest(sockets: Set<Socket>, answer: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      text = "";
      answer(socket);
    });
  };
}

interface Plan {
  readonly name: string;
  readonly mischief?: Mischief;
  /** Nobody listens at all. */
  readonly isAway?: boolean;
  /** Shown instead of the one that is trusted. */
  readonly certificate?: () => Promise<CertificatePair>;
}

async function openBadShop({ name, mischief, isAway, certificate }: Plan): Promise<BadShop> {
  const sockets = new Set<Socket>();
  let current = answerWell;
  let chance = chanceOf(0);
  const onSocket = onRequest(sockets, (socket) => current(socket, pageOf(shop.priceMinor), chance));
  const good = certificate === undefined ? null : await trustedCertificate();
  const server: Server | TlsServer = good === null ? createServer(onSocket) : createTlsServer(good, onSocket);
  server.on("tlsClientError", () => undefined);
  // Who goes away comes back to the same port.
  await listenOn(server, isAway === true ? await findFreePort() : 0);
  const { port } = server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const away = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      hangUp();
    });
  const show = (pair: CertificatePair | null) =>
    pair !== null && "setSecureContext" in server && server.setSecureContext(pair);
  const host = `127.0.0.1:${port}`;
  const shop: BadShop = {
    name,
    host,
    url: `${good === null ? "http" : "https"}://${host}/p/thing`,
    priceMinor: 5_000,
    misbehave: async (chances) => {
      chance = chances;
      if (isAway === true) await away();
      if (certificate !== undefined) show(await certificate());
      current = mischief ?? answerWell;
    },
    behave: async () => {
      if (isAway === true && !server.listening) await listenOn(server, port);
      show(good);
      current = answerWell;
    },
    close: () => {
      server.close();
      hangUp();
    },
  };
  return shop;
}

const yearMs = 365 * 86_400_000;
const certificates: Readonly<Record<string, () => Promise<CertificatePair>>> = {
  "has a certificate that expired": () => makeCertificate({ notBefore: new Date(Date.now() - 2 * yearMs) }),
  "has a certificate of tomorrow": () => makeCertificate({ notBefore: new Date(Date.now() + 86_400_000) }),
  "has another host's certificate": () => makeCertificate({ ip: "127.0.0.2" }),
  "has a certificate of its own": () => makeCertificate(),
};

/** A shop for each kind of mischief. */
export function openBadShops(): Promise<BadShop[]> {
  const plans: Plan[] = [
    { name: "is away", isAway: true },
    ...Object.entries(mischiefs).map(([name, mischief]) => ({ name, mischief })),
    ...Object.entries(certificates).map(([name, certificate]) => ({ name, certificate })),
  ];
  return Promise.all(plans.map(openBadShop));
}
