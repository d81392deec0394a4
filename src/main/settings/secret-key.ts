import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { setAside } from "./set-aside.js";

/** The part of Electron's `safeStorage` that is needed; it may be asked once the app is ready. */
export interface KeyKeeper {
  isEncryptionAvailable(): boolean;
  /** Exists on Linux only. */
  getSelectedStorageBackend?(): string;
  encryptString(text: string): Buffer;
  decryptString(wrapped: Buffer): string;
}

export interface SecretKeyOptions {
  readonly folder: string;
  readonly keeper: KeyKeeper;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: Date;
  readonly log: (message: string) => void;
}

const keyBytes = 32;
const keyFile = z.object({ wrapped: z.base64() });

/** What lies in the file: nothing, a key, or what cannot be made a key again. */
type KeptKey = { readonly state: "none" | "unusable" } | { readonly state: "usable"; readonly key: string };

type KeyDecision =
  /** Secrets are kept as text: a key beside them would be no protection. */
  | { readonly action: "do-without" }
  | { readonly action: "make"; readonly setsAside: boolean }
  | {
      readonly action: "use";
      readonly key: string;
    };

export function decideSecretKey(isSafe: boolean, kept: () => KeptKey): KeyDecision {
  // The file is not looked at: a keyring that is away today may be back tomorrow, with the key in it.
  if (!isSafe) return { action: "do-without" };
  const found = kept();
  if (found.state === "usable") return { action: "use", key: found.key };
  return { action: "make", setsAside: found.state === "unusable" };
}

/**
 * The key that seals the secrets in the database, in base 64, wrapped by the system's keyring in `secret-key.json`;
 * made at the first start. `null` where the system keeps nothing safe. Nothing about it ever stops the app.
 */
export function loadSecretKey(options: SecretKeyOptions): string | null {
  const { folder, keeper, log } = options;
  const file = join(folder, "secret-key.json");
  try {
    const decision = decideSecretKey(isSafe(keeper), () => readKey(file, keeper));
    if (decision.action === "use") return decision.key;
    if (decision.action === "do-without") {
      log("This system keeps no secrets safe: the secrets of webhooks lie in the database as text.");
      return null;
    }
    return makeKey(file, decision.setsAside, options);
  } catch (error) {
    log(`There is no key for secrets: ${String(error)}`);
    return null;
  }
}

/** `basic_text` encrypts with a password that is in Chromium's source. */
function isSafe(keeper: KeyKeeper): boolean {
  if (!keeper.isEncryptionAvailable()) return false;
  return !["basic_text", "unknown"].includes(keeper.getSelectedStorageBackend?.() ?? "");
}

function readKey(file: string, keeper: KeyKeeper): KeptKey {
  const text = readIfThere(file);
  if (text === null) return { state: "none" };
  try {
    const { wrapped } = keyFile.parse(JSON.parse(text));
    const key = keeper.decryptString(Buffer.from(wrapped, "base64"));
    return Buffer.from(key, "base64").length === keyBytes ? { state: "usable", key } : { state: "unusable" };
  } catch {
    // Of another user, another computer or another keyring; or damaged.
    return { state: "unusable" };
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A key is used only once it is kept: what it seals must open at the next start. */
function makeKey(file: string, setsAside: boolean, options: SecretKeyOptions): string {
  const { keeper, randomBytes, now, log } = options;
  const key = randomBytes(keyBytes).toString("base64");
  // First of all: a keyring that refuses this, too, may be locked today, and the old key good tomorrow.
  const wrapped = keeper.encryptString(key).toString("base64");
  if (setsAside) {
    const aside = setAside(file, "unusable", now);
    log(`The key of the secrets cannot be used here and was moved to ${aside}; there is a new one.`);
  }
  writeFileSync(`${file}.new`, JSON.stringify({ wrapped }), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return key;
}
