/** Update metadata: `latest*.yml` as written by electron-builder, and its signature. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { ExpectedFailure } from "../log.mjs";

const addedLines = /^(stagingPercentage|metadataFile):.*\n?/gm;

/**
 * Adds fields that the signature must cover as well: the file's own name, so that one platform's metadata cannot be
 * served as another's, and the percentage of computers that are offered the version.
 * @param {string} content
 * @param {string} file `latest-linux.yml`
 * @param {number | undefined} staging a percentage
 */
export function completeMetadata(content, file, staging) {
  const rest = content.replace(addedLines, "").trimEnd();
  const share = staging === undefined ? "" : `stagingPercentage: ${staging}\n`;
  return `${rest}\n${share}metadataFile: ${file}\n`;
}

/**
 * @param {string} content
 * @param {string | undefined} privateKey PEM
 * @returns {string} base64, with a line end
 */
export function signContent(content, privateKey) {
  return `${sign(null, Buffer.from(content, "utf8"), readPrivateKey(privateKey)).toString("base64")}\n`;
}

/** @param {string | undefined} pem */
function readPrivateKey(pem) {
  try {
    const key = createPrivateKey(pem ?? "");
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Reported below.
  }
  throw new ExpectedFailure("TIDEMARK_SIGNING_KEY must hold an Ed25519 private key in PEM.");
}

/** @returns {{ privateKey: string, publicKey: string }} PEM, and base64 (SPKI, DER) for TIDEMARK_UPDATE_KEY */
export function generateSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}
