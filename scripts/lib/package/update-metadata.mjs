/** What packages are told of newer ones: `latest*.yml` as the packager writes it, and its signature. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { ExpectedFailure } from "../say.mjs";

const ownLines = /^(stagingPercentage|metadataFile):.*\n?/gm;

/**
 * Adds what the signature is to vouch for as well: the file's own name, so that one system's metadata cannot be served
 * as another's, and the share of computers that are offered the version.
 * @param {string} content
 * @param {string} file `latest-linux.yml`
 * @param {number | undefined} staging a percentage
 */
export function completeMetadata(content, file, staging) {
  const rest = content.replace(ownLines, "").trimEnd();
  const share = staging === undefined ? "" : `stagingPercentage: ${staging}\n`;
  return `${rest}\n${share}metadataFile: ${file}\n`;
}

/**
 * @param {string} content
 * @param {string | undefined} privateKey PEM
 * @returns {string} base64, with a line end
 */
export function signatureOf(content, privateKey) {
  return `${sign(null, Buffer.from(content, "utf8"), readPrivateKey(privateKey)).toString("base64")}\n`;
}

/** @param {string | undefined} pem */
function readPrivateKey(pem) {
  try {
    const key = createPrivateKey(pem ?? "");
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below.
  }
  throw new ExpectedFailure("TIDEMARK_SIGNING_KEY must hold an Ed25519 private key in PEM.");
}

/** @returns {{ privateKey: string, publicKey: string }} PEM, and what packages are built with */
export function newSigningKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}
