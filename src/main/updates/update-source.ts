import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { readPublicKey } from "./signed-metadata.js";

/** This build's update server, and the public key that its updates must be signed with. */
export interface UpdateSource {
  /** Ends in a slash. */
  readonly url: URL;
  readonly key: KeyObject;
}

const manifestSchema = z.object({
  tidemark: z.object({ updates: z.object({ url: z.string(), key: z.string() }) }),
});

/** Reads the source from the packaged `package.json`; `null` if the build has none. */
export function readUpdateSource(manifest: unknown): UpdateSource | null {
  const found = manifestSchema.safeParse(manifest);
  if (!found.success) return null;
  const { url, key } = found.data.tidemark.updates;
  if (!URL.canParse(url) || !isSecure(new URL(url))) return null;
  return { url: new URL(url.endsWith("/") ? url : `${url}/`), key: readPublicKey(key) };
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Requires HTTPS, except on loopback, for testing. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}
