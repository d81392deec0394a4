import { createPrivateKey, X509Certificate } from "node:crypto";
import type { SecretBox } from "../../crypto/secret-box.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, write } from "../../db/store.js";
import { DAY_MS, HOUR_MS } from "../../domain/clock.js";

export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly expiresMs: number;
}

const validMs = 2 * 365 * DAY_MS;
/** Renewed in good time: whoever runs the app once a month never meets an expired one. */
const renewBeforeMs = 30 * DAY_MS;
/** A clock that is set back a little must not make it a certificate of the future. */
const backdatedMs = HOUR_MS;
const address = "127.0.0.1";

/**
 * The listener's own certificate, made where there is none, where it is near its end, and where its key cannot be
 * used. `nowMs` is the machine's own time, whatever the engine's clock says: TLS goes by that.
 */
export async function ensureCertificate(db: ReadDb, secrets: SecretBox, nowMs: number): Promise<Certificate> {
  const stored = readStored(db, secrets);
  if (stored !== null && isGoodFor(stored, nowMs)) return stored;
  const made = await makeCertificate(nowMs);
  const key = secrets.seal(made.keyPem).toString("base64");
  write(
    db,
    (tx) => {
      saveSetting(tx, "listener.certificate", made.certPem);
      saveSetting(tx, "listener.private_key", key);
    },
    { durable: true },
  );
  return made;
}

function readStored(db: ReadDb, secrets: SecretBox): Certificate | null {
  const certPem = readSetting(db, "listener.certificate");
  const key = readSetting(db, "listener.private_key");
  if (certPem === null || key === null) return null;
  const sealed = Buffer.from(key, "base64");
  // A key that once lay there as text may still lie in an old copy of the file; a new one costs nothing.
  if (secrets.shouldReseal(sealed)) return null;
  const keyPem = secrets.open(sealed);
  return keyPem === null ? null : readPair(certPem, keyPem);
}

/** `null` where the two are damaged, or do not belong together. */
function readPair(certPem: string, keyPem: string): Certificate | null {
  try {
    const certificate = new X509Certificate(certPem);
    if (!certificate.checkPrivateKey(createPrivateKey(keyPem))) return null;
    return { certPem, keyPem, expiresMs: Date.parse(certificate.validTo) };
  } catch {
    return null;
  }
}

function isGoodFor({ certPem, expiresMs }: Certificate, nowMs: number): boolean {
  const startsMs = Date.parse(new X509Certificate(certPem).validFrom);
  return startsMs <= nowMs && nowMs < expiresMs - renewBeforeMs;
}

async function makeCertificate(nowMs: number): Promise<Certificate> {
  // Only here: it takes longer to load than all the rest of the listener, and is needed once in two years.
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: "Tidemark listener" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(nowMs - backdatedMs),
    notAfterDate: new Date(nowMs + validMs),
    // No keyUsage: BoringSSL, which Electron has, takes a certificate for its own issuer only where it is free to sign.
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip: address },
          { type: 2, value: "localhost" },
        ],
      },
    ],
  });
  const pair = readPair(made.cert, made.private);
  if (pair === null) throw new Error("The listener's new certificate is not usable.");
  return pair;
}
