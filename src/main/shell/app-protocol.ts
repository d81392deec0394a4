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
  protocol.handle(appScheme, async (request) => {
    const path = builtPath(folder, request.url);
    const mediaType = path && mediaTypes[extname(path)];
    if (request.method !== "GET" || !mediaType) return notFound();
    try {
      return new Response(await readFile(path), { headers: { ...guards, "Content-Type": mediaType } });
    } catch {
      return notFound();
    }
  });
}

const guards = {
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

function notFound(): Response {
  return new Response("Not found", { status: 404, headers: guards });
}
