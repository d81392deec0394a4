import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceFileSync } from "../../shared/node/replace-file.js";
import { setAside } from "./set-aside.js";

/** The part of Electron's `safeStorage` in use. Available once the app is ready. */
export interface SecureStorage {
  isEncryptionAvailable(): boolean;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
  encryptString(text: string): Buffer;
  decryptString(wrapped: Buffer): string;
}

export interface SecretKeyOptions {
  readonly folder: string;
  readonly secureStorage: SecureStorage;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: Date;
  readonly log: (message: string) => void;
}

const keyBytes = 32;
const keyFile = z.object({ wrapped: z.base64() });

/**
 * Returns the key that encrypts the secrets in the database, in base64, creating it on first start. It is stored in
 * `secret-key.json`, encrypted by the system's keyring. Never throws: returns `null` without a keyring or on any error.
 */
export function loadSecretKey(options: SecretKeyOptions): string | null {
  const { folder, secureStorage, log } = options;
  const file = join(folder, "secret-key.json");
  try {
    // An unprotected key beside the secrets would protect nothing. The file stays: a keyring that is unavailable today may
    // be back tomorrow and decrypt it.
    if (!hasSecureStorage(secureStorage)) {
      log("This system has no secure keyring: webhook secrets are stored in the database as plain text.");
      return null;
    }
    const text = readIfExists(file);
    const stored = text === null ? null : decryptKey(text, secureStorage);
    return stored ?? createKey(file, text !== null, options);
  } catch (error) {
    log(`The encryption key could not be loaded: ${String(error)}`);
    return null;
  }
}

/** The `basic_text` backend encrypts with a password from Chromium's source code. */
function hasSecureStorage(secureStorage: SecureStorage): boolean {
  if (!secureStorage.isEncryptionAvailable()) return false;
  return !["basic_text", "unknown"].includes(secureStorage.getSelectedStorageBackend?.() ?? "");
}

/** `null` if the key belongs to another user, computer or keyring, or the file is damaged. */
function decryptKey(text: string, secureStorage: SecureStorage): string | null {
  try {
    const { wrapped } = keyFile.parse(JSON.parse(text));
    const key = secureStorage.decryptString(Buffer.from(wrapped, "base64"));
    return Buffer.from(key, "base64").length === keyBytes ? key : null;
  } catch {
    return null;
  }
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Saves the key before first use, so that whatever it encrypts can be decrypted at the next start. */
function createKey(file: string, replacesUnusable: boolean, options: SecretKeyOptions): string {
  const { secureStorage, randomBytes, now, log } = options;
  const key = randomBytes(keyBytes).toString("base64");
  // Encrypt before moving the old file: if this fails too, the keyring may just be locked and the old key valid.
  const wrapped = secureStorage.encryptString(key).toString("base64");
  if (replacesUnusable) {
    const newPath = setAside(file, "unusable", now);
    log(`The encryption key cannot be decrypted here. It was moved to ${newPath} and replaced by a new one.`);
  }
  replaceFileSync(file, JSON.stringify({ wrapped }));
  return key;
}
