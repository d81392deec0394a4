import { type Context, Hono } from "hono";
import type { ContractOperation, ContractResult } from "../../../shared/contract/operations.js";
import { newRequestId } from "../domain/random-text.js";
import { authenticate, type Caller } from "../operations/authenticate.js";
import type { OperationContext } from "../operations/context.js";
import { ContractError } from "../operations/contract-error.js";
import { type GroupPerform, groupCommit } from "../operations/group-commit.js";
import type { Outcome } from "../operations/perform.js";
import { writeCsv } from "./csv.js";
import { errorDocsPage } from "./error-docs.js";
import { checkLoopback } from "./middleware/loopback-guard.js";
import { openApiDocument } from "./openapi.js";
import { readQuery } from "./query.js";
import { anonymousMeta, commonHeaders, errorBody, errorHeaders, errorStatus } from "./respond.js";
import type { AnyRoute, Route } from "./route.js";
import { routes } from "./routes/index.js";

export interface AppOptions extends OperationContext {
  /** The port that the server listens on; known once it listens. */
  readonly port: () => number;
  readonly version: string;
}

export const apiRoot = "/v1";

export function originAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

export function baseUrlAt(port: number): string {
  return originAt(port) + apiRoot;
}

type Variables = { caller: Caller };
type Options = AppOptions & { readonly perform: GroupPerform };
type AppContext = Context<{ Variables: Variables }>;

/** The HTTP API as a value: tests call it without a socket. */
export function createApp(given: AppOptions): Hono<{ Variables: Variables }> {
  const options: Options = { ...given, perform: groupCommit(given) };
  const app = new Hono<{ Variables: Variables }>();
  app.use("*", async (c, next) => {
    const { host, origin, "sec-fetch-site": fetchSite } = c.req.header();
    checkLoopback({ host, origin, fetchSite }, options.port());
    await next();
  });
  app.get("/docs/errors", (c) =>
    c.html(errorDocsPage, 200, {
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
    }),
  );
  app.get(`${apiRoot}/openapi.json`, (c) =>
    c.json(
      openApiDocument(baseUrlAt(options.port()), options.version),
      200,
      commonHeaders(anonymousMeta(newRequestId(options.randomBytes)), null),
    ),
  );
  for (const path of ["/docs/errors", `${apiRoot}/openapi.json`])
    app.all(path, (c) => failure(c, options, wrongMethod(c, ["GET", "HEAD"])));
  const authenticated = async (c: AppContext, next: () => Promise<void>) => {
    const authorization = c.req.header("authorization") ?? null;
    // The header wins, so the query is read for a key only where there is none.
    const apiKeyParameter = authorization === null ? (readQuery(c.req.url).get("api_key") ?? null) : null;
    c.set("caller", authenticate(options.db, { authorization, apiKeyParameter }));
    await next();
  };
  app.use(apiRoot, authenticated);
  app.use(`${apiRoot}/*`, authenticated);
  for (const route of routes) addRoute(app, options, route);
  app.notFound((c) => notFound(c, options));
  app.onError((error, c) => failure(c, options, error));
  return app;
}

function addRoute(app: Hono<{ Variables: Variables }>, options: Options, route: AnyRoute): void {
  for (const path of [route.path, ...(route.legacyPaths ?? [])]) {
    app.on(route.method, apiRoot + path, (c) => answer(c, options, route));
    app.all(apiRoot + path, (c) => refuse(c, options, wrongMethod(c, allowedMethods(route))));
  }
}

function allowedMethods(route: AnyRoute): string[] {
  return route.method === "GET" ? ["GET", "HEAD"] : [route.method];
}

function wrongMethod(c: AppContext, allow: readonly string[]): ContractError {
  return new ContractError("ERR_METHOD_NOT_ALLOWED", `${c.req.path} does not take ${c.req.method}.`, {
    allow,
    action: `Use ${allow.join(" or ")}.`,
  });
}

async function answer(c: AppContext, options: Options, route: AnyRoute): Promise<Response> {
  const query = readQuery(c.req.url);
  const { accountId } = c.get("caller");
  const asked = { operation: route.operation, input: () => route.input(query) };
  const outcome = await options.perform<ContractOperation>({ accountId, asked });
  if (!outcome.ok) return failed(c, options, outcome);
  const headers = commonHeaders(outcome.meta, outcome.rate);
  // The operation accepted `format`, so it is one of the two.
  if (route.csv !== undefined && query.get("format") === "csv")
    return csvAnswer(c, route as Route<ContractOperation>, outcome.result, headers);
  return c.json({ success: true, ...outcome.result, meta: outcome.meta }, 200, headers);
}

function csvAnswer<K extends ContractOperation>(
  c: AppContext,
  { csv }: Route<K>,
  result: ContractResult<K>,
  headers: Record<string, string>,
): Response {
  if (csv === undefined) throw new Error("This route has no table.");
  return c.body(writeCsv(csv.header, csv.rows(result)), 200, {
    ...headers,
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${csv.fileName}"`,
  });
}

/** Counts a request that leads nowhere, then answers with why. */
async function refuse(c: AppContext, options: Options, refusal: ContractError): Promise<Response> {
  const { accountId } = c.get("caller");
  const outcome = await options.perform({ accountId, asked: { refusal } });
  if (outcome.ok) throw new Error("A refusal cannot succeed.");
  return failed(c, options, outcome);
}

function failed(
  c: AppContext,
  options: Options,
  { error, meta, rate }: Outcome<ContractOperation> & { ok: false },
): Response {
  return c.json(errorBody(error, meta, originAt(options.port())), errorStatus(error), {
    ...commonHeaders(meta, rate),
    ...errorHeaders(error),
  });
}

function notFound(c: AppContext, options: Options): Response | Promise<Response> {
  const error = new ContractError(
    "ERR_ENDPOINT_NOT_FOUND",
    `There is nothing at ${c.req.path.slice(0, 200)}.`,
  );
  return c.get("caller") === undefined ? failure(c, options, error) : refuse(c, options, error);
}

/** Failures outside the pipeline: the guard, authentication, paths outside the API, and bugs. */
function failure(c: AppContext, options: Options, error: unknown): Response {
  const requestId = newRequestId(options.randomBytes);
  if (error instanceof ContractError)
    return failed(c, options, { ok: false, error, meta: anonymousMeta(requestId), rate: null });
  options.log.error("A request failed outside the pipeline.", error, { requestId });
  const internal = new ContractError("ERR_INTERNAL", "Something unexpected went wrong; nothing was charged.");
  return failed(c, options, { ok: false, error: internal, meta: anonymousMeta(requestId), rate: null });
}
