import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";

/** The types of the page's files and of pictures. */
export const mediaTypes: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css",
  ".gif": "image/gif",
  ".html": "text/html",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** The file that a URL refers to, or `null` if it lies outside the folder. */
export function resolveBuiltPath(folder: string, url: string): string | null {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  const path = normalize(join(folder, pathname));
  return path.startsWith(folder + sep) && !path.includes("\0") ? path : null;
}

/** Reads a file of the built page, which reads its nonce from a `meta` element (renderer/lib/style-nonce.ts). */
export async function readBuiltFile(path: string, styleNonce: string): Promise<Buffer<ArrayBuffer>> {
  const data = await readFile(path);
  return extname(path) === ".html"
    ? Buffer.from(data.toString("utf8").replace("STYLE_NONCE", styleNonce))
    : data;
}
