import { z } from "zod";
import { readAnswer } from "./read-answer.js";
import {
  type ServiceClient,
  type ServiceConnection,
  type ServiceFailure,
  type ServiceQuestion,
  type ServiceReply,
  type ServiceTold,
  viaHeader,
} from "./service-client.js";

export interface ClientOptions {
  readonly userAgent: string;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

const defaultTimeoutMs = 8_000;
/** A hundred products with a year's history of all their offers stay far below this. */
const defaultMostBytes = 32 * 1_048_576;

/**
 * Literal commas separate identifiers. A lone identifier with a comma needs a trailing one, so that its own
 * is read as content (decision 36).
 */
function listOf(ids: readonly string[]): string {
  const list = ids.map(encodeURIComponent).join(",");
  return ids.length === 1 && ids[0]?.includes(",") ? `${list},` : list;
}

/** Path and query string, below the base URL. */
export function pathOf(question: ServiceQuestion): string {
  switch (question.kind) {
    case "products":
      return `/products?ids=${listOf(question.ids)}`;
    case "offers":
      return `/products/offers?ids=${listOf(question.ids)}`;
    case "history": {
      const { start, end } = question.window;
      return `/products/offers/history?ids=${listOf(question.ids)}&start=${start}&end=${end}`;
    }
    case "review":
      return `/products/reviews?id=${encodeURIComponent(question.id)}`;
    case "search":
      return `/products/search?q=${encodeURIComponent(question.words)}&limit=${question.limit}`;
    case "deals":
      return `/deals?limit=${question.limit}`;
    case "usage":
      return "/usage";
  }
}

class TooLarge extends Error {}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

const metaBody = z.object({ meta: z.object({ credits_remaining: z.int().min(0) }) });

function toldBy(headers: Headers, body: unknown, isSuccess: boolean): ServiceTold {
  const meta = isSuccess ? metaBody.safeParse(body) : undefined;
  return {
    creditsRemaining: meta?.success
      ? meta.data.meta.credits_remaining
      : isSuccess
        ? wholeNumber(headers.get("x-credits-remaining"))
        : null,
    rateLimit: wholeNumber(headers.get("x-ratelimit-limit")),
    rateRemaining: wholeNumber(headers.get("x-ratelimit-remaining")),
    rateResetSeconds: wholeNumber(headers.get("x-ratelimit-reset")),
  };
}

const errorBody = z.object({ error_detail: z.object({ code: z.string(), message: z.string() }) });

function failure(
  problem: ServiceFailure["problem"],
  detail: string,
  retryAfterSeconds: number | null = null,
): ServiceFailure {
  return { problem, detail, retryAfterSeconds };
}

/** Error codes take precedence over statuses (contract, section 7); a proxy may answer without a code. */
function failureOf(status: number, headers: Headers, body: unknown): ServiceFailure | "nothing" {
  const read = errorBody.safeParse(body);
  const code = read.success ? read.data.error_detail.code : "";
  const said = read.success ? ` It says: ${read.data.error_detail.message.slice(0, 300)}` : "";
  if (code === "ERR_PRODUCT_NOT_FOUND") return "nothing";
  if (code === "ERR_CREDITS_EXHAUSTED")
    return failure("no credits", "The service's credits are used up until its billing period ends.");
  if (code === "ERR_RATE_LIMIT" || status === 429)
    return failure(
      "limited",
      "The service asks for fewer requests.",
      wholeNumber(headers.get("retry-after")),
    );
  if (code.startsWith("ERR_SUBSCRIPTION"))
    return failure("no plan", `The service's account has no active plan.${said}`);
  if (status === 401 || status === 403)
    return failure("key refused", "The service does not accept the key. Enter another one under Settings.");
  if (status >= 500) return failure("server error", `The service failed with HTTP ${status}.${said}`);
  if (status >= 300 && status < 400)
    return failure(
      "invalid answer",
      "The service redirects to another address, but the key is sent to no other. Enter the final base URL.",
    );
  if (code === "")
    return failure(
      "invalid answer",
      `The server at this address does not provide the API: it answered with HTTP ${status}. Check the base URL.`,
    );
  return failure("refused", `The service refused the request.${said}`);
}

const nothingTold: ServiceTold = {
  creditsRemaining: null,
  rateLimit: null,
  rateRemaining: null,
  rateResetSeconds: null,
};

const notUnderstood = failure(
  "invalid answer",
  "The service's response could not be understood. Check that the base URL is the API's.",
);

function faultOf(error: unknown, timeout: AbortSignal, timeoutMs: number): ServiceFailure {
  if (error instanceof TooLarge) return failure("invalid answer", "The service's response is too large.");
  if (timeout.aborted)
    return failure("timeout", `The service did not answer within ${Math.ceil(timeoutMs / 1_000)} seconds.`);
  return failure("offline", "The service cannot be reached.");
}

async function exchange(
  { baseUrl, key, via }: ServiceConnection,
  question: ServiceQuestion,
  signal: AbortSignal,
  { userAgent, mostBytes = defaultMostBytes }: ClientOptions,
): Promise<ServiceReply> {
  const response = await fetch(baseUrl + pathOf(question), {
    // The key must not follow a redirect to another address.
    redirect: "manual",
    signal,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json",
      "User-Agent": userAgent,
      [viaHeader]: via.join(","),
    },
  });
  const body = parse(await readText(response, mostBytes));
  const { headers, status, ok } = response;
  const told = toldBy(headers, body, ok);
  if (!ok) {
    const failed = failureOf(status, headers, body);
    return failed === "nothing"
      ? { ok: true, answer: { kind: "nothing" }, told }
      : { ok: false, failure: failed, told };
  }
  const answer = readAnswer(question, body);
  return answer === null ? { ok: false, failure: notUnderstood, told } : { ok: true, answer, told };
}

/**
 * Creates a client of the contract with limits of time and size, which follows no redirects. Failures are
 * returned, not thrown.
 */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const { timeoutMs = defaultTimeoutMs } = options;
  return async (connection, question) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = connection.signal === undefined ? timeout : AbortSignal.any([connection.signal, timeout]);
    try {
      return await exchange(connection, question, signal, options);
    } catch (error) {
      return { ok: false, failure: faultOf(error, timeout, timeoutMs), told: nothingTold };
    }
  };
}
