import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Keeps secrets in the database so that the file alone does not give them away. */
export interface SecretBox {
  seal(text: string): Buffer;
  /** `null` where it was sealed with a key that is not at hand. */
  open(sealed: Buffer): string | null;
  /** Whether a secret lies there as text although there is a key for it now. */
  shouldReseal(sealed: Buffer): boolean;
}

/** First byte: how the rest is to be read. */
const form = { plain: 0, aes256gcm: 1 } as const;
const nonceBytes = 12;
const tagBytes = 16;

export const secretKeyBytes = 32;

function sealWith(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(form.aes256gcm), nonce, cipher.getAuthTag(), sealed]);
}

function openWith(key: Buffer, sealed: Buffer): string | null {
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(tag);
    const rest = sealed.subarray(1 + nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** `key`: 32 bytes, or `null` where the system keeps none safe; then secrets are kept as text. */
export function secretBox(key: Buffer | null): SecretBox {
  if (key !== null && key.length !== secretKeyBytes)
    throw new Error(`A key that seals secrets has ${secretKeyBytes} bytes.`);
  return {
    seal: (text) =>
      key === null ? Buffer.concat([Buffer.of(form.plain), Buffer.from(text)]) : sealWith(key, text),
    open: (sealed) => {
      if (sealed[0] === form.plain) return sealed.subarray(1).toString("utf8");
      return key === null || sealed[0] !== form.aes256gcm ? null : openWith(key, sealed);
    },
    shouldReseal: (sealed) => key !== null && sealed[0] === form.plain,
  };
}
