import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { protocol } from "electron";
import { builtPath } from "./built-path.js";
import { contentSecurityPolicy } from "./content-policy.js";
import { appScheme } from "./page.js";

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Must run before Electron is ready. */
export function setupAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves the built page, and only it, to the window. */
export function setupAppProtocol(folder: string): void {
  // No other page can read it, and it is good for style sheets alone: one a start is enough.
  const styleNonce = randomBytes(16).toString("base64");
  const guards = guardsOf(styleNonce);
  const notFound = () => new Response("Not found", { status: 404, headers: guards });
  protocol.handle(appScheme, async (request) => {
    const path = builtPath(folder, request.url);
    const mediaType = path && mediaTypes[extname(path)];
    if (request.method !== "GET" || !mediaType) return notFound();
    try {
      const body = extname(path) === ".html" ? await readPage(path, styleNonce) : await readFile(path);
      return new Response(body, { headers: { ...guards, "Content-Type": mediaType } });
    } catch {
      return notFound();
    }
  });
}

/** The page finds its nonce in a `meta` element (renderer/lib/style-nonce.ts). */
async function readPage(path: string, styleNonce: string): Promise<string> {
  return (await readFile(path, "utf8")).replace("STYLE_NONCE", styleNonce);
}

function guardsOf(styleNonce: string) {
  return {
    "Content-Security-Policy": contentSecurityPolicy(styleNonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  } as const;
}
