import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { protocol } from "electron";
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

/** The file for an address, or `null` for one that leads out of the folder. */
export function builtPath(folder: string, url: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  const path = normalize(join(folder, name));
  return path.startsWith(folder + sep) && !path.includes("\0") ? path : null;
}
