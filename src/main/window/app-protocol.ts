import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { protocol } from "electron";
import { contentSecurityPolicy } from "./content-policy.js";
import { appScheme } from "./page.js";
import { pictureAddress, type ReadPicture } from "./pictures.js";

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const charset = "utf-8";

/** Call before Electron is ready. */
export function setupAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

const keptForLong = { "Cache-Control": "max-age=86400" } as const;

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

/**
 * Serves the built page and the kept pictures, and nothing else, to the window. Uses Electron's older protocol API, because `handle` takes a
 * `Request`, for which Node loads a whole HTTP client: 5 % of the time until the window appears.
 */
export function setupAppProtocol(folder: string, readPicture: ReadPicture): void {
  // One nonce per start is enough: no other page can read it, and it only allows style sheets.
  const styleNonce = randomBytes(16).toString("base64");
  const headers = securityHeaders(styleNonce);
  protocol.registerBufferProtocol(appScheme, ({ method, url }, respond) => {
    const picture = method === "GET" ? pictureAddress(url) : null;
    const notFound = () =>
      respond({ statusCode: 404, mimeType: "text/plain", charset, headers, data: Buffer.from("Not found") });
    if (picture !== null) {
      readPicture(picture).then(
        (found) =>
          found === null ? notFound() : respond({ ...found, headers: { ...headers, ...keptForLong } }),
        notFound,
      );
      return;
    }
    const path = method === "GET" ? resolveBuiltPath(folder, url) : null;
    const mimeType = path === null ? undefined : mediaTypes[extname(path)];
    if (path === null || mimeType === undefined) return notFound();
    readBuiltFile(path, styleNonce).then((data) => respond({ mimeType, charset, headers, data }), notFound);
  });
}

function readBuiltFile(path: string, styleNonce: string): Promise<Buffer> {
  return extname(path) === ".html" ? readPage(path, styleNonce) : readFile(path);
}

/** The page reads its nonce from a `meta` element (renderer/lib/style-nonce.ts). */
async function readPage(path: string, styleNonce: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, "utf8")).replace("STYLE_NONCE", styleNonce));
}

function securityHeaders(styleNonce: string) {
  return {
    "Content-Security-Policy": contentSecurityPolicy(styleNonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  } as const;
}
