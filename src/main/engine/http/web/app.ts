import type { ServerResponse } from "node:http";
import { type Context, Hono } from "hono";
import { isAllowedOnDevices } from "../../../../shared/app/device-access.js";
import { type WebSession, webPairRequest } from "../../../../shared/app/web.js";
import { isLoopbackHost } from "../../../../shared/node/address-guard.js";
import { pictureAddress, type ReadPicture } from "../../../../shared/node/pictures.js";
import type { Device } from "../../db/accounts/device.js";
import { cleanTexts } from "../../domain/clean-text.js";
import {
  addDevice,
  csrfToken,
  findDevice,
  isCsrfToken,
  seeDevice,
} from "../../operations/devices/devices.js";
import type { PairingCode } from "../../operations/devices/pairing-code.js";
import type { RequestContext } from "../../operations/request/context.js";
import { parameterError } from "../../operations/request/contract-error.js";
import { isExtension, ownerRoot } from "../address.js";
import { readBody } from "../body.js";
import { addOperations, authenticateKey, type OperationCaller, type OwnerCalls } from "../owner-api.js";
import { errorHeaders, toContractError } from "../respond.js";
import type { EventStreams } from "./event-streams.js";
import { checkPageCaller, type PageCaller } from "./guard.js";
import type { PageAddress } from "./hosts.js";
import { servePageFile } from "./page-files.js";
import { notFound, RefusedError, refusalBody, refusalStatus } from "./refusal.js";

export interface PageOptions extends RequestContext {
  readonly address: () => PageAddress;
  /** The folder of the built page. */
  readonly folder: string;
  readonly version: string;
  /** Where the API documents errors. */
  readonly docsOrigin: () => string;
  readonly owner: OwnerCalls;
  readonly readPicture: ReadPicture;
  readonly code: PairingCode;
  readonly streams: EventStreams;
  readonly revoke: (deviceId: number) => void;
  readonly onPaired: () => void;
}

type PageContext = Context<{ Variables: { origin: string } }>;

/** A device with the secret that it has sent. */
interface Visit {
  readonly device: Device;
  readonly secret: string;
}

const maxPairingBytes = 4_096;
/** For all responses but the page's own files. */
export const dataHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;
const notStored = { ...dataHeaders, "Cache-Control": "no-store" } as const;
const pairAction = "Pair this device: 'tidemark web pair', or Settings, Other devices, shows a code.";

function isSecure(c: PageContext): boolean {
  return c.get("origin").startsWith("https:");
}

function findVisit(options: PageOptions, c: PageContext): Visit | null {
  for (const secret of readDeviceCookies(c.req.header("cookie"), isSecure(c))) {
    const device = findDevice(options.db, secret);
    if (device === undefined) continue;
    seeDevice(options, device);
    return { device, secret };
  }
  return null;
}

/** Throws `RefusedError` if the device is not paired. */
function requireVisit(options: PageOptions, c: PageContext): Visit {
  const visit = findVisit(options, c);
  if (visit !== null) return visit;
  throw new RefusedError(401, "This device is not paired with Tidemark.", pairAction);
}

/** Also asks for the token, which other pages cannot read. */
function requireToken(options: PageOptions, c: PageContext): Visit {
  const visit = requireVisit(options, c);
  if (isCsrfToken(visit.secret, c.req.header("x-tidemark-token") ?? "")) return visit;
  throw new RefusedError(403, "The request lacks the page's token.", "Load the page again.");
}

function authenticate(options: PageOptions, c: PageContext): OperationCaller {
  if (isExtension(c.req.path, c.req.header("origin"))) return authenticateKey(options.db, c);
  const { device } = requireToken(options, c);
  return {
    client: `device_${device.id}`,
    checkAccess: (operation, input) => {
      if (!isAllowedOnDevices(operation, input))
        throw new RefusedError(
          403,
          `A paired device cannot use ${operation}${input === undefined ? "" : " in this way"}.`,
          "Do it in Tidemark on its computer, or with the command line.",
        );
    },
  };
}

/** The page's port: its files, pairing, and the owner's operations for paired devices and extensions. Never `/v1`. */
export function createPageApp(options: PageOptions): Hono<{ Variables: { origin: string } }> {
  const app = new Hono<{ Variables: { origin: string } }>();
  app.use("*", async (c, next) => {
    c.set("origin", checkPageCaller(toCaller(c), options.address()));
    await next();
  });
  addSession(app, options);
  app.get(`${ownerRoot}/events`, (c) => {
    const { device } = requireVisit(options, c);
    const { outgoing } = c.env as { readonly outgoing?: ServerResponse };
    return c.body(
      options.streams.open(device.id, () => void outgoing?.destroy()),
      200,
      {
        ...notStored,
        "Content-Type": "text/event-stream",
        // nginx would hold events back.
        "X-Accel-Buffering": "no",
      },
    );
  });
  const api = new Hono();
  addOperations(api, options, options.owner, (c) => authenticate(options, c as PageContext));
  app.route(ownerRoot, api);
  app.get("/pictures/*", async (c) => {
    requireVisit(options, c);
    const address = pictureAddress(c.req.url);
    const picture = address === null ? null : await options.readPicture(address);
    if (picture === null) throw notFound();
    return c.body(Buffer.from(picture.data), 200, {
      ...dataHeaders,
      "Content-Type": picture.mimeType,
      "Cache-Control": "private, max-age=86400",
    });
  });
  app.get("*", async (c) => {
    const response = await servePageFile(options.folder, c.req.raw, options.randomBytes);
    // Over plain HTTP, browsers ignore it with a warning.
    if (isSecure(c)) response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
    return response;
  });
  app.all("*", () => {
    throw new RefusedError(405, "Nothing here can be changed.", "Open Tidemark's page.");
  });
  app.onError((error, c) => respondToError(options, c, error));
  return app;
}

function toCaller({ req }: PageContext): PageCaller {
  const { method, path } = req;
  return {
    method,
    path,
    host: req.header("host"),
    origin: req.header("origin"),
    fetchSite: req.header("sec-fetch-site"),
    fetchMode: req.header("sec-fetch-mode"),
    fetchDest: req.header("sec-fetch-dest"),
  };
}

function addSession(app: Hono<{ Variables: { origin: string } }>, options: PageOptions): void {
  const respond = (c: PageContext, { device, secret }: Visit) => {
    const { hostname } = new URL(c.get("origin"));
    const session: WebSession = {
      csrf: csrfToken(secret),
      version: options.version,
      device: { id: device.id, name: device.name },
      secure: isSecure(c) || isLoopbackHost(hostname),
    };
    // A device that is in use stays paired.
    return c.json(session, 200, { ...notStored, "Set-Cookie": deviceCookie(secret, isSecure(c)) });
  };
  app.get("/web/session", (c) => respond(c, requireVisit(options, c)));
  app.post("/web/pair", async (c) => {
    const body = (await readBody(c.req.raw, maxPairingBytes)).json();
    const request = webPairRequest.safeParse(body);
    if (!request.success) throw parameterError(request.error, body);
    const { code, name } = cleanTexts(request.data);
    redeem(options.code, code);
    const earlier = findVisit(options, c);
    const kind = /Mobi|Android|iP(?:hone|ad|od)/.test(c.req.header("user-agent") ?? "")
      ? "phone"
      : "computer";
    const visit = addDevice(options, { name, kind });
    // The cookie of the same browser is replaced.
    if (earlier !== null) options.revoke(earlier.device.id);
    options.onPaired();
    return respond(c, visit);
  });
  app.post("/web/leave", (c) => {
    options.revoke(requireToken(options, c).device.id);
    return c.json({}, 200, { ...notStored, "Set-Cookie": deviceCookie("", isSecure(c)) });
  });
}

/** Throws `RefusedError` unless it is the code that waits. */
function redeem(waiting: PairingCode, code: string): void {
  const outcome = waiting.redeem(code);
  if (outcome === "wrong")
    throw new RefusedError(403, "This is not the code.", "Compare it with the one that Tidemark shows.");
  if (outcome === "expired")
    throw new RefusedError(
      410,
      "No code waits: it has expired, was used, or was wrong too often.",
      pairAction,
    );
}

function respondToError(options: PageOptions, c: PageContext, error: unknown): Response {
  const refusal = toContractError(error, options.log, "A request of a device failed unexpectedly.");
  const body = refusalBody(refusal, { origin: options.docsOrigin(), version: options.version });
  return c.json(body, refusalStatus(refusal), { ...notStored, ...errorHeaders(refusal) });
}

const maxAgeSeconds = 365 * 86_400;
const secretShape = /^[\w-]{43}$/;

/** Browsers accept a `__Host-` cookie from this host alone, over TLS. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-tidemark" : "tidemark";
}

function deviceCookie(secret: string, isSecure: boolean): string {
  const age = secret === "" ? 0 : maxAgeSeconds;
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName(isSecure)}=${secret}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** Secrets in the `Cookie` header: other programs on the same host may have set more cookies of this name (RFC 6265 §8.5). */
function readDeviceCookies(header: string | undefined, isSecure: boolean): string[] {
  const prefix = `${cookieName(isSecure)}=`;
  const cookies = (header ?? "").split(";").map((each) => each.trim());
  return cookies
    .flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []))
    .filter((secret) => secretShape.test(secret));
}
