import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { readPublicKey } from "./signed-metadata.js";

/** Where this build asks for updates, and whose signature they must carry. */
export interface UpdateSource {
  /** Ends in a slash. */
  readonly address: URL;
  readonly key: KeyObject;
}

const packaged = z.object({
  tidemark: z.object({ updates: z.object({ url: z.string(), key: z.string() }) }),
});

/** Of the package's own `package.json`, where the build has put it; `null` for one that was made without. */
export function readUpdateSource(manifest: unknown): UpdateSource | null {
  const found = packaged.safeParse(manifest);
  if (!found.success) return null;
  const { url, key } = found.data.tidemark.updates;
  if (!URL.canParse(url) || !isSecure(new URL(url))) return null;
  return { address: new URL(url.endsWith("/") ? url : `${url}/`), key: readPublicKey(key) };
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** HTTPS; plain HTTP only within this computer, where it can be tried. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
}
