import { z } from "zod";
import { parseJson } from "../../../../shared/parse-json.js";
import { cleanTexts } from "../../domain/clean-text.js";
import { parseResponse } from "./parse-response.js";
import {
  type UpstreamClient,
  type UpstreamConnection,
  type UpstreamFailure,
  type UpstreamLimits,
  type UpstreamQuery,
  type UpstreamResponse,
  viaHeader,
} from "./query.js";

export interface ClientOptions {
  readonly userAgent: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const defaultTimeoutMs = 8_000;
/** A hundred products with a year's history of all their offers stay far below this. */
const defaultMaxBytes = 32 * 1_048_576;

/**
 * Literal commas separate identifiers. A lone identifier with a comma needs a trailing one, so that its own
 * is read as content (decision 36).
 */
function encodeIds(ids: readonly string[]): string {
  const list = ids.map(encodeURIComponent).join(",");
  return ids.length === 1 && ids[0]?.includes(",") ? `${list},` : list;
}

/** Path and query string, below the base URL. */
export function buildPath(query: UpstreamQuery): string {
  switch (query.kind) {
    case "offers":
      return `/products/offers?ids=${encodeIds(query.ids)}`;
    case "history":
      return `/products/offers/history?ids=${encodeIds(query.ids)}&start=${query.start}&end=${query.end}`;
    case "review":
      return `/products/reviews?id=${encodeURIComponent(query.id)}`;
    case "search":
      return `/products/search?q=${encodeURIComponent(query.words)}&limit=${query.limit}`;
    case "deals":
      return `/deals?limit=${query.limit}`;
    case "usage":
      return "/usage";
  }
}

class ResponseTooLargeError extends Error {}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ResponseTooLargeError();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseWholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

const metaBody = z.object({ meta: z.object({ credits_remaining: z.int().min(0) }) });

function readLimits(headers: Headers, body: unknown, isSuccess: boolean): UpstreamLimits {
  const meta = isSuccess ? metaBody.safeParse(body) : undefined;
  return {
    creditsRemaining: meta?.success
      ? meta.data.meta.credits_remaining
      : isSuccess
        ? parseWholeNumber(headers.get("x-credits-remaining"))
        : null,
    rateLimit: parseWholeNumber(headers.get("x-ratelimit-limit")),
    rateRemaining: parseWholeNumber(headers.get("x-ratelimit-remaining")),
    rateResetSeconds: parseWholeNumber(headers.get("x-ratelimit-reset")),
  };
}

const errorBody = z.object({ error_detail: z.object({ code: z.string(), message: z.string() }) });

function createFailure(
  problem: UpstreamFailure["problem"],
  detail: string,
  retryAfterSeconds: number | null = null,
): UpstreamFailure {
  return { problem, detail, retryAfterSeconds };
}

/** Error codes take precedence over statuses (contract, section 7); a proxy may answer without a code. */
function toFailure(status: number, headers: Headers, body: unknown): UpstreamFailure | "nothing" {
  const read = errorBody.safeParse(body);
  const code = read.success ? read.data.error_detail.code : "";
  const upstreamMessage = read.success ? ` It says: ${read.data.error_detail.message.slice(0, 300)}` : "";
  if (code === "ERR_PRODUCT_NOT_FOUND") return "nothing";
  if (code === "ERR_CREDITS_EXHAUSTED")
    return createFailure("no credits", "The service's credits are used up until its billing period ends.");
  if (code === "ERR_RATE_LIMIT" || code === "ERR_OVERLOADED" || status === 429)
    return createFailure(
      "limited",
      "The service asks for fewer requests.",
      parseWholeNumber(headers.get("retry-after")),
    );
  if (code.startsWith("ERR_SUBSCRIPTION"))
    return createFailure("no plan", `The service's account has no active plan.${upstreamMessage}`);
  if (status === 401 || status === 403)
    return createFailure(
      "key refused",
      "The service does not accept the key. Enter another one under Settings.",
    );
  if (status >= 500)
    return createFailure("server error", `The service failed with HTTP ${status}.${upstreamMessage}`);
  if (status >= 300 && status < 400)
    return createFailure(
      "invalid answer",
      "The service redirects to another address, but the key is sent to no other. Enter the final base URL.",
    );
  if (code === "")
    return createFailure(
      "invalid answer",
      `The server at this address does not provide the API: it answered with HTTP ${status}. Check the base URL.`,
    );
  return createFailure("refused", `The service refused the request.${upstreamMessage}`);
}

const noLimits: UpstreamLimits = {
  creditsRemaining: null,
  rateLimit: null,
  rateRemaining: null,
  rateResetSeconds: null,
};

const invalidResponse = createFailure(
  "invalid answer",
  "The service's response could not be understood. Check that the base URL is the API's.",
);

function connectionFailure(error: unknown, timeout: AbortSignal, timeoutMs: number): UpstreamFailure {
  if (error instanceof ResponseTooLargeError)
    return createFailure("invalid answer", "The service's response is too large.");
  if (timeout.aborted)
    return createFailure(
      "timeout",
      `The service did not answer within ${Math.ceil(timeoutMs / 1_000)} seconds.`,
    );
  return createFailure("offline", "The service cannot be reached.");
}

async function sendQuery(
  { baseUrl, key }: UpstreamConnection,
  query: UpstreamQuery,
  signal: AbortSignal,
  { userAgent, maxBytes = defaultMaxBytes }: ClientOptions,
): Promise<UpstreamResponse> {
  const response = await fetch(baseUrl + buildPath(query), {
    // The key must not follow a redirect to another address.
    redirect: "manual",
    signal,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json",
      "User-Agent": userAgent,
      [viaHeader]: "1",
    },
  });
  const body = parseJson(await readText(response, maxBytes));
  const { headers, status, ok } = response;
  const limits = readLimits(headers, body, ok);
  if (!ok) {
    const failed = toFailure(status, headers, body);
    return failed === "nothing"
      ? { ok: true, data: { kind: "nothing" }, limits }
      : { ok: false, failure: failed, limits };
  }
  const data = cleanTexts(parseResponse(query, body));
  return data === null ? { ok: false, failure: invalidResponse, limits } : { ok: true, data, limits };
}

/**
 * Creates a client of the contract with limits of time and size, which follows no redirects. Failures are
 * returned, not thrown.
 */
export function createUpstreamClient(options: ClientOptions): UpstreamClient {
  const { timeoutMs = defaultTimeoutMs } = options;
  return async (connection, query) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = connection.signal === undefined ? timeout : AbortSignal.any([connection.signal, timeout]);
    try {
      return await sendQuery(connection, query, signal, options);
    } catch (error) {
      return { ok: false, failure: connectionFailure(error, timeout, timeoutMs), limits: noLimits };
    }
  };
}
