import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { temporaryFolder } from "./folder.js";
import { serve } from "./serve.js";

export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

let trustedPair: Promise<CertificatePair> | undefined;

/**
 * Creates a certificate that is valid for a year from `notBefore`. Its name is its own: of two trusted certificates
 * with one name, OpenSSL accepts one only.
 */
export async function makeCertificate({
  ip = "127.0.0.1",
  notBefore = new Date(),
} = {}): Promise<CertificatePair> {
  const notAfterDate = new Date(notBefore.getTime() + 365 * 86_400_000);
  const { cert, private: key } = await generate([{ name: "commonName", value: randomUUID() }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: notBefore,
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip }] },
    ],
  });
  return { cert, key };
}

/** A certificate that this process trusts. */
export function trustedCertificate(): Promise<CertificatePair> {
  trustedPair ??= makeCertificate().then((pair) => {
    setDefaultCACertificates([...getCACertificates("default"), pair.cert]);
    return pair;
  });
  return trustedPair;
}

/** The trusted certificate in a file, for `NODE_EXTRA_CA_CERTS` of another process. Removed when the test ends. */
export async function trustedCertificateFile(): Promise<string> {
  const file = join(temporaryFolder(), "ca.pem");
  writeFileSync(file, (await trustedCertificate()).cert);
  return file;
}

/** A TLS reverse proxy that offers the API to other computers, and keeps the `Host` of requests. */
export interface TlsProxy {
  readonly origin: string;
  /** Sets the server that requests are passed on to. */
  forwardTo(baseUrl: string): void;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  let target = "";
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on("error", () => outgoing.destroy());
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  };
  const server = createServer(await trustedCertificate(), forward);
  const port = await serve(server);
  return {
    origin: `https://127.0.0.1:${port}`,
    forwardTo: (baseUrl) => {
      target = new URL(baseUrl).origin;
    },
  };
}
