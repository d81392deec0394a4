/** The update server of a build, and the public key that its updates must be signed with. */
import { createPublicKey } from "node:crypto";
import { ExpectedFailure } from "../log.mjs";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads `TIDEMARK_UPDATE_URL` and `TIDEMARK_UPDATE_KEY`. Without both, the packages do not check for updates; with only
 * one of them, the build fails.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ url: string, key: string } | undefined}
 */
export function readUpdateSource({ TIDEMARK_UPDATE_URL: url, TIDEMARK_UPDATE_KEY: key }) {
  if (!url && !key) return undefined;
  if (!url || !key)
    throw new ExpectedFailure(
      "Updates need both TIDEMARK_UPDATE_URL and TIDEMARK_UPDATE_KEY. `npm run sign-updates -- --new-key` creates a key.",
    );
  if (!isSecure(url)) throw new ExpectedFailure(`TIDEMARK_UPDATE_URL must be an https URL, not ${url}.`);
  if (!isPublicKey(key))
    throw new ExpectedFailure(
      "TIDEMARK_UPDATE_KEY must be an Ed25519 public key as `npm run sign-updates -- --new-key` prints it.",
    );
  return { url, key };
}

/** @param {string} url */
function isSecure(url) {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && loopback.includes(hostname));
}

/** @param {string} key */
function isPublicKey(key) {
  try {
    const read = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return read.asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}
