import { randomBytes } from "node:crypto";
import { extname } from "node:path";
import { protocol } from "electron";
import { contentSecurityPolicy } from "../../shared/content-policy.js";
import { mediaTypes, readBuiltFile, resolveBuiltPath } from "../../shared/node/built-files.js";
import { pictureAddress, type ReadPicture } from "../../shared/node/pictures.js";
import { appScheme } from "./page.js";

const charset = "utf-8";

/** Call before Electron is ready. */
export function setupAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

const keptForLong = { "Cache-Control": "max-age=86400" } as const;

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

function securityHeaders(styleNonce: string) {
  return {
    "Content-Security-Policy": contentSecurityPolicy(styleNonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  } as const;
}
