import { createPrivateKey, X509Certificate } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, writeDurably } from "../../db/store.js";
import type { SecretBox } from "../../operations/request/secret-box.js";

export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly expiresMs: number;
}

const validityMs = 2 * 365 * DAY_MS;
/** Early enough that a user who runs the app once a month never sees an expired certificate. */
const renewBeforeMs = 30 * DAY_MS;
/** The certificate must stay valid when the clock is set back a little. */
const backdateMs = HOUR_MS;
const loopbackAddress = "127.0.0.1";

/**
 * Returns the listener's certificate. Creates a new one if none is stored, if it expires soon, or if its key is
 * unusable. `nowMs` is the machine's time, not the engine's clock, because TLS uses the former.
 */
export async function ensureCertificate(db: ReadDb, secrets: SecretBox, nowMs: number): Promise<Certificate> {
  const stored = readStoredCertificate(db, secrets);
  if (stored !== null && isCurrent(stored, nowMs)) return stored;
  const created = await createCertificate(nowMs);
  const key = secrets.seal(created.keyPem).toString("base64");
  writeDurably(db, (tx) => {
    saveSetting(tx, "listener.certificate", created.certPem);
    saveSetting(tx, "listener.private_key", key);
  });
  return created;
}

function readStoredCertificate(db: ReadDb, secrets: SecretBox): Certificate | null {
  const certPem = readSetting(db, "listener.certificate");
  const key = readSetting(db, "listener.private_key");
  if (certPem === null || key === null) return null;
  const sealed = Buffer.from(key, "base64");
  // A key once stored as plain text may survive in an old copy of the file; a new one costs nothing.
  if (secrets.shouldReseal(sealed)) return null;
  const keyPem = secrets.open(sealed);
  return keyPem === null ? null : parsePair(certPem, keyPem);
}

/** `null` if either is damaged or they do not match. */
function parsePair(certPem: string, keyPem: string): Certificate | null {
  try {
    const certificate = new X509Certificate(certPem);
    if (!certificate.checkPrivateKey(createPrivateKey(keyPem))) return null;
    return { certPem, keyPem, expiresMs: Date.parse(certificate.validTo) };
  } catch {
    return null;
  }
}

function isCurrent({ certPem, expiresMs }: Certificate, nowMs: number): boolean {
  const validFromMs = Date.parse(new X509Certificate(certPem).validFrom);
  return validFromMs <= nowMs && nowMs < expiresMs - renewBeforeMs;
}

async function createCertificate(nowMs: number): Promise<Certificate> {
  // Imported on demand: it loads more slowly than the rest of the listener, and is needed once in two years.
  const { generate } = await import("selfsigned");
  const generated = await generate([{ name: "commonName", value: "Tidemark listener" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(nowMs - backdateMs),
    notAfterDate: new Date(nowMs + validityMs),
    // No keyUsage: Electron's BoringSSL accepts a self-signed certificate only if nothing forbids it to sign.
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip: loopbackAddress },
          { type: 2, value: "localhost" },
        ],
      },
    ],
  });
  const pair = parsePair(generated.cert, generated.private);
  if (pair === null) throw new Error("The listener's new certificate is unusable.");
  return pair;
}
