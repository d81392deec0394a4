import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { saveSealed, sealedSecrets } from "../../db/sealed.js";
import { type ReadDb, writeDurably } from "../../db/store.js";

/** Encrypts secrets in the database, so that the file alone does not reveal them. */
export interface SecretBox {
  seal(text: string): Buffer;
  /** `null` if it was sealed with a key that is not available. */
  open(sealed: Buffer): string | null;
  /** Whether a secret is stored as plain text although a key is available now. */
  shouldReseal(sealed: Buffer): boolean;
}

/** The first byte of a sealed secret: the format of the rest. */
const sealFormat = { plain: 0, aes256gcm: 1 } as const;
const nonceBytes = 12;
const tagBytes = 16;

export const secretKeyBytes = 32;

function sealWith(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(sealFormat.aes256gcm), nonce, cipher.getAuthTag(), sealed]);
}

function openWith(key: Buffer, sealed: Buffer): string | null {
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(tag);
    const ciphertext = sealed.subarray(1 + nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** `key`: 32 bytes, or `null` if the system cannot store one safely. Without it, secrets are stored as plain text. */
export function createSecretBox(key: Buffer | null): SecretBox {
  if (key !== null && key.length !== secretKeyBytes)
    throw new Error(`A secret key must have ${secretKeyBytes} bytes.`);
  return {
    seal: (text) =>
      key === null ? Buffer.concat([Buffer.of(sealFormat.plain), Buffer.from(text)]) : sealWith(key, text),
    open: (sealed) => {
      if (sealed[0] === sealFormat.plain) return sealed.subarray(1).toString("utf8");
      return key === null || sealed[0] !== sealFormat.aes256gcm ? null : openWith(key, sealed);
    },
    shouldReseal: (sealed) => key !== null && sealed[0] === sealFormat.plain,
  };
}

/** Seals what was stored as plain text, by a command or before a key existed. Returns how many secrets. */
export function sealPlainSecrets(db: ReadDb, box: SecretBox): number {
  const plain = sealedSecrets(db).flatMap((each) => {
    const text = box.shouldReseal(each.sealed) ? box.open(each.sealed) : null;
    return text === null ? [] : [{ ...each, sealed: box.seal(text) }];
  });
  if (plain.length === 0) return 0;
  writeDurably(db, (tx) => {
    for (const each of plain) saveSealed(tx, each);
  });
  return plain.length;
}
