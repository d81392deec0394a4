import { type Context, Hono } from "hono";
import { type ErrorCode, errorCodes, errorRegistry } from "../../../shared/contract/errors.js";
import type { ContractOperation } from "../../../shared/contract/operations.js";
import { escapeHtml } from "../../../shared/escape-html.js";
import type { IsKnown } from "../domain/identifier-list.js";
import { newRequestId } from "../domain/random-text.js";
import { readEngineHealth } from "../operations/account/engine-health.js";
import { type GroupPerform, groupCommit } from "../operations/group-commit.js";
import type { Outcome } from "../operations/perform.js";
import { createAuthenticator } from "../operations/request/authenticate.js";
import type { KeyHolder } from "../operations/request/caller.js";
import type { RequestContext } from "../operations/request/context.js";
import { ContractError, unexpectedError } from "../operations/request/contract-error.js";
import { RenderedResult } from "../operations/request/heavy-read.js";
import { viaHeader } from "../sources/upstream/query.js";
import { type ApiAddress, apiRoot, linkOrigin, ownerRoot } from "./address.js";
import { noBody, readBody } from "./body.js";
import { clientSignal } from "./connections.js";
import { type Endpoint, endpointsByPath } from "./endpoints.js";
import { checkLoopback } from "./loopback-guard.js";
import { createOwnerApi, type OwnerCalls } from "./owner-api.js";
import { parseQuery } from "./query.js";
import {
  commonHeaders,
  createDocumentText,
  errorBody,
  errorHeaders,
  errorStatus,
  finishBody,
  renderResult,
  unauthenticatedMeta,
} from "./respond.js";
import type { Method, RouteRequest } from "./route.js";

export interface AppOptions extends RequestContext {
  /** A function, because the port is known only once the server listens. */
  readonly address: () => ApiAddress;
  readonly version: string;
  /** Whether the database has not been checked for damage as a whole yet. */
  readonly isCheckPending?: () => boolean;
  /** Why the browser for pages that need scripts does not run, or `null`; absent on a server without one. */
  readonly browserProblem?: (() => string | null) | undefined;
  /** Serves the owner API; without it, there is none. */
  readonly owner?: OwnerCalls;
}

type Variables = { caller: KeyHolder };
type Options = AppOptions & { readonly perform: GroupPerform };
type AppContext = Context<{ Variables: Variables }>;

/** Creates the HTTP API without a server, so that tests can call it without a socket. */
export function createApp(appOptions: AppOptions): Hono<{ Variables: Variables }> {
  const options: Options = { ...appOptions, perform: groupCommit(appOptions) };
  const app = new Hono<{ Variables: Variables }>();
  app.use("*", async (c, next) => {
    const header = (name: string) => c.req.header(name);
    const caller = { host: header("host"), origin: header("origin"), fetchSite: header("sec-fetch-site") };
    checkLoopback({ path: c.req.path, ...caller }, options.address());
    await next();
  });
  app.get("/docs/errors", (c) =>
    c.html(errorDocsPage, 200, {
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
    }),
  );
  const documentText = createDocumentText(async (baseUrl) => {
    const { openApiDocument } = await import("./openapi.js");
    return openApiDocument(baseUrl, options.version);
  });
  app.get(`${apiRoot}/openapi.json`, async (c) =>
    c.body(await documentText(linkOrigin(options.address()) + apiRoot), 200, {
      ...commonHeaders(unauthenticatedMeta(newRequestId(options.randomBytes)), null),
      "Content-Type": "application/json",
    }),
  );
  app.get("/health", (c) => {
    const health = readEngineHealth(options);
    const databaseCheck = options.isCheckPending?.() === true ? "pending" : "passed";
    return c.json(
      { ...health, database_check: databaseCheck, ...browserHealth(options), version: options.version },
      health.status === "ok" ? 200 : 503,
      {
        "Cache-Control": "no-store",
      },
    );
  });
  for (const path of ["/docs/errors", "/health", `${apiRoot}/openapi.json`])
    app.all(path, (c) => respondToError(c, options, methodNotAllowed(c, ["GET", "HEAD"])));
  const authenticate = createAuthenticator(options.db);
  const authenticateCaller = async (c: AppContext, next: () => Promise<void>) => {
    const authorization = c.req.header("authorization") ?? null;
    // The header takes precedence over the query parameter (decision 4).
    const apiKeyParameter = authorization === null ? (parseQuery(c.req.url).get("api_key") ?? null) : null;
    c.set("caller", authenticate({ authorization, apiKeyParameter }));
    await next();
  };
  app.use(apiRoot, authenticateCaller);
  app.use(`${apiRoot}/*`, authenticateCaller);
  for (const [path, endpoints] of endpointsByPath()) addEndpoints(app, options, path, endpoints);
  if (options.owner) app.route(ownerRoot, createOwnerApi(options, options.owner));
  app.notFound((c) => notFound(c, options));
  app.onError((error, c) => respondToError(c, options, error));
  return app;
}

/** Checks go on without the browser, so that its end is no failure of the engine. */
function browserHealth({ browserProblem }: AppOptions) {
  if (browserProblem === undefined) return {};
  const reason = browserProblem();
  return reason === null ? { browser: "ok" } : { browser: "failing", browser_reason: reason };
}

function addEndpoints(
  app: Hono<{ Variables: Variables }>,
  options: Options,
  path: string,
  endpoints: readonly Endpoint[],
): void {
  const pattern = apiRoot + path.replace(/\{(\w+)\}/g, ":$1");
  for (const endpoint of endpoints)
    app.on(endpoint.method, pattern, (c) =>
      isReadOnlyViolation(c, endpoint.method)
        ? refuse(c, options, readOnlyKeyError(endpoint.method))
        : respond(c, options, endpoint),
    );
  const allowed = allowedMethods(endpoints.map(({ method }) => method));
  app.all(pattern, (c) => refuse(c, options, methodNotAllowed(c, allowed)));
}

function allowedMethods(methods: readonly Method[]): string[] {
  return methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

function isReadOnlyViolation(c: AppContext, method: Method): boolean {
  return method !== "GET" && c.get("caller").isReadOnly;
}

/** Decision 4. */
function readOnlyKeyError(method: Method): ContractError {
  return new ContractError("ERR_METHOD_NOT_ALLOWED", `This API key is read-only and cannot use ${method}.`, {
    allow: ["GET", "HEAD"],
    action: "Use a key with write access; 'tidemark keys create' creates one.",
  });
}

function methodNotAllowed(c: AppContext, allow: readonly string[]): ContractError {
  return new ContractError("ERR_METHOD_NOT_ALLOWED", `${c.req.path} does not support ${c.req.method}.`, {
    allow,
    action: `Use ${allow.join(" or ")}.`,
  });
}

/** Never throws for a bad query or body: those errors have their place in the order of checks (decision 2). */
async function readRequest(
  c: AppContext,
  { route, method }: Endpoint,
): Promise<Omit<RouteRequest, "isKnown">> {
  return {
    query: parseQuery(c.req.url),
    pathParameter: c.req.param(route.pathParameter?.name ?? "") ?? "",
    body: method === "GET" ? noBody : await readBody(c.req.raw),
  };
}

async function respond(c: AppContext, options: Options, endpoint: Endpoint): Promise<Response> {
  const { route } = endpoint;
  const request = await readRequest(c, endpoint);
  // The operation validates `format`.
  const form = route.csv !== undefined && request.query.get("format") === "csv" ? "csv" : "json";
  const call = {
    operation: route.operation,
    input: (isKnown: IsKnown) => endpoint.input({ ...request, isKnown }),
    isForwarded: () => c.req.header(viaHeader) !== undefined,
    form,
    signal: () => clientSignal(c),
  } as const;
  const outcome = await options.perform<ContractOperation>({ caller: c.get("caller"), call });
  if (!outcome.ok) return errorResponse(c, options, outcome);
  const { result, meta, rate } = outcome;
  const rendered = result instanceof RenderedResult ? result : renderResult(route, form, result);
  const { body, bytes } = finishBody(rendered, meta);
  const headers = {
    ...commonHeaders(meta, rate),
    ...(bytes === null ? {} : { "content-length": String(bytes) }),
    ...(rendered.form === "csv"
      ? {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${route.csv?.fileName}"`,
        }
      : { "content-type": "application/json" }),
  };
  // `c.body` would copy them into a `Headers`, which is sorted and copied again.
  return new Response(body, { status: rendered.status, headers });
}

/** Counts the request against the rate limit before responding with the refusal. */
async function refuse(c: AppContext, options: Options, refusal: ContractError): Promise<Response> {
  const outcome = await options.perform({ caller: c.get("caller"), call: { refusal } });
  if (outcome.ok) throw new Error("A refusal cannot succeed.");
  return errorResponse(c, options, outcome);
}

function errorResponse(
  c: AppContext,
  options: Options,
  { error, meta, rate }: Outcome<unknown> & { ok: false },
): Response {
  return c.json(errorBody(error, meta, linkOrigin(options.address())), errorStatus(error), {
    ...commonHeaders(meta, rate),
    ...errorHeaders(error),
  });
}

function notFound(c: AppContext, options: Options): Response | Promise<Response> {
  const error = new ContractError(
    "ERR_ENDPOINT_NOT_FOUND",
    `The path ${c.req.path.slice(0, 200)} does not exist.`,
  );
  return c.get("caller") === undefined ? respondToError(c, options, error) : refuse(c, options, error);
}

/** Errors outside the pipeline: the guard, authentication, paths outside the API, a failing disk, and bugs. */
function respondToError(c: AppContext, options: Options, thrown: unknown): Response {
  const requestId = newRequestId(options.randomBytes);
  const isExpected = thrown instanceof ContractError;
  if (!isExpected) options.log.error("A request failed outside the pipeline.", thrown, { requestId });
  const error = isExpected
    ? thrown
    : unexpectedError(thrown, "Something unexpected went wrong; nothing was charged.");
  return errorResponse(c, options, { ok: false, error, meta: unauthenticatedMeta(requestId), rate: null });
}

function section(code: ErrorCode): string {
  const { status, summary, action, retry } = errorRegistry[code];
  return `<section id="${code.toLowerCase()}">
<h2>${code}</h2>
<p>${escapeHtml(summary)} <small>HTTP ${status}</small></p>
<dl><dt>What to do</dt><dd>${escapeHtml(action)}</dd><dt>Retry?</dt><dd>${escapeHtml(retry)}.</dd></dl>
</section>`;
}

/** The page behind every `docs_url`, served by the engine itself so that it works offline (decision 9). */
const errorDocsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tidemark API errors</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
section:target { outline: 2px solid; outline-offset: .75rem; border-radius: .25rem }
h2 { font: 600 1.05rem ui-monospace, monospace; margin-top: 2.5rem }
dt { font-weight: 600 } dd { margin: 0 0 .5rem }
</style>
</head>
<body>
<h1>API errors</h1>
<p>Every error has the form <code>{"success": false, "error", "error_detail": {"code", "message", "action",
"docs_url"}, "meta"}</code>. Branch on the code; messages may become more specific. Errors never cost credits.</p>
${errorCodes.map(section).join("\n")}
</body>
</html>
`;
