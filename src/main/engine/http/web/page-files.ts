import { extname } from "node:path";
import { contentSecurityPolicy } from "../../../../shared/content-policy.js";
import { mediaTypes, readBuiltFile, resolveBuiltPath } from "../../../../shared/node/built-files.js";
import type { RandomBytes } from "../../operations/request/context.js";
import { notFound } from "./refusal.js";

/** Hashed by the build, so that their contents never change. */
const hashedFile = /^\/assets\//;
/** What belongs to programs is never answered with the page. */
const reservedPath = /^\/(?:v1|app|web|pictures|docs|health)(?:\/|$)/;

/** Also of the service worker, whose own requests its policy governs. */
function pageHeaders(styleNonce: string): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(styleNonce, true),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    // For browsers that do not know `frame-ancestors`.
    "X-Frame-Options": "DENY",
  };
}

function isNavigation({ headers }: Request): boolean {
  const mode = headers.get("sec-fetch-mode");
  // Browsers leave it out over plain HTTP.
  return mode === null ? (headers.get("accept") ?? "").includes("text/html") : mode === "navigate";
}

/** The built file of a request; the page itself for any other address that a person opens. Throws `RefusedError`. */
export async function servePageFile(
  folder: string,
  request: Request,
  randomBytes: RandomBytes,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname === "/" ? null : resolveBuiltPath(folder, request.url);
  const nonce = Buffer.from(randomBytes(16)).toString("base64");
  const type = path === null ? undefined : mediaTypes[extname(path)];
  const file = path === null || type === undefined ? null : await tryRead(path, nonce);
  if (file !== null && type !== undefined) return respond(file, type, nonce, hashedFile.test(pathname));
  const isPage = pathname === "/" || (isNavigation(request) && !reservedPath.test(pathname));
  const page = isPage ? await tryRead(`${folder}/index.html`, nonce) : null;
  if (page === null) throw notFound();
  return respond(page, "text/html", nonce, false);
}

async function tryRead(path: string, nonce: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readBuiltFile(path, nonce);
  } catch {
    return null;
  }
}

function respond(data: Buffer<ArrayBuffer>, type: string, nonce: string, isHashed: boolean): Response {
  return new Response(data, {
    headers: {
      ...pageHeaders(nonce),
      "Content-Type": /^(?:text|application)/.test(type) ? `${type}; charset=utf-8` : type,
      "Content-Length": String(data.length),
      "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    },
  });
}
