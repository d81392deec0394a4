import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { UpdateFailure } from "./update-failure.js";

const signatureBytes = 64;
const sha512Bytes = 64;

const base64WithBytes = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, "base64").length === bytes, `must be ${bytes} bytes`);

/** Validates metadata before the updater sees it. Unknown fields pass through, since the updater may use them. */
const metadata = z.looseObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  files: z.array(z.looseObject({ url: z.string().min(1), sha512: base64WithBytes(sha512Bytes) })).min(1),
  stagingPercentage: z.int().min(0).max(100).optional(),
  /** The file's own name, so that validly signed metadata cannot be served under another name. */
  metadataFile: z.string(),
});
export type UpdateMetadata = z.infer<typeof metadata>;

export interface ServedMetadata {
  /** The requested file, such as `latest-linux.yml`. */
  readonly file: string;
  readonly content: string;
  /** Ed25519 signature in base64; null if the server has none. */
  readonly signature: string | null;
}

/** Reads a public key as stored in packages: SPKI, DER, base64. Throws unless it is an Ed25519 key. */
export function readPublicKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
  if (key.asymmetricKeyType !== "ed25519") throw new Error("The key for updates is not an Ed25519 key.");
  return key;
}

/**
 * Verifies the signature before it parses anything.
 * @throws UpdateFailure
 */
export function readSignedMetadata(
  { file, content, signature }: ServedMetadata,
  key: KeyObject,
  parse: (content: string) => unknown,
): UpdateMetadata {
  if (signature === null) throw new UpdateFailure("unsigned");
  if (!isSignedBy(key, content, signature)) throw new UpdateFailure("bad-signature");
  const parsed = metadata.safeParse(parseContent(content, parse));
  if (!parsed.success) throw new UpdateFailure("unreadable");
  if (parsed.data.metadataFile !== file) throw new UpdateFailure("wrong-file");
  return parsed.data;
}

function isSignedBy(key: KeyObject, content: string, signature: string): boolean {
  const bytes = Buffer.from(signature.trim(), "base64");
  return bytes.length === signatureBytes && verify(null, Buffer.from(content, "utf8"), key, bytes);
}

function parseContent(content: string, parse: (content: string) => unknown): unknown {
  try {
    return parse(content);
  } catch {
    return null;
  }
}
