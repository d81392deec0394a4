import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listenOn } from "../../support/network.js";

const meta = { request_id: "req_x", credits_used: 1, credits_remaining: 900, rate_limit_remaining: 900 };

const credits = { requests_made: 1, credits_used: 100, credits_limit: 1_000, credits_remaining: 900 };
const usage = {
  current_period: { start_date: "2026-06-01", end_date: "2026-06-30", ...credits },
  ...{ usage_percentage: 10, subscription_required: false, subscription_status: "active" },
};

/** The only product of the upstream. */
export const upstreamBarcode = "0012345678905";

/** `offer` is the correct one. */
type Respond = (
  response: ServerResponse,
  offer: { readonly priceMinor: number; readonly timestamp: string },
  strayUrl: string,
) => void;

function send(response: ServerResponse, body: unknown, headers: Record<string, string> = {}, status = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
}

function withData(data: unknown): object {
  return { success: true, data, meta };
}

function withOffers(offers: unknown): object {
  const match = { identifier: upstreamBarcode, by: "barcode", candidates: 1 };
  const product = { service: "product/upstream/one", barcode: upstreamBarcode, title: "Upstream lamp" };
  return withData([{ ...product, match, offers }]);
}

function respondOffer(changes: object = {}, headers: Record<string, string> = {}): Respond {
  const offer = { id: "up-1", retailer: "shop.example", URL: "https://shop.example/one" };
  return (response, { priceMinor, timestamp }) => {
    const price = { price: priceMinor / 100, currency: "USD", availability: "in", timestamp };
    send(response, withOffers([{ ...offer, ...price, ...changes }]), headers);
  };
}

function respondBody(body: unknown): Respond {
  return (response) => send(response, body);
}

function respondError(status: number, code: string, headers: Record<string, string> = {}): Respond {
  const body = { success: false, error_detail: { code, message: "No." } };
  return (response) => send(response, body, headers, status);
}

const invalidRateLimit = {
  "X-RateLimit-Limit": "0",
  "X-RateLimit-Remaining": "-1",
  "X-RateLimit-Reset": "x",
};

export const upstreamFaults: Readonly<Record<string, Respond>> = {
  "invalid JSON": respondBody('{"success":true,"data":[{"service":'),
  "HTML instead of JSON": respondBody("<html>It works!</html>"),
  "an array instead of an object": respondBody([]),
  null: respondBody("null"),
  "no data": respondBody({ success: true }),
  "data that is not an array": respondBody(withData({ 0: "x" })),
  "products of wrong types": respondBody(withData([null, 1, "x", [], {}])),
  "offers that are not an array": respondBody(withOffers("many")),
  "offers of wrong types": respondBody(withOffers([null, 7, {}])),
  "a price of 0": respondOffer({ price: 0 }),
  "a negative price": respondOffer({ price: -1 }),
  "a price in words": respondOffer({ price: "cheap" }),
  "an astronomical price": respondOffer({ price: 1e300 }),
  "a price of null": respondOffer({ price: null }),
  "an invalid timestamp": respondOffer({ timestamp: "yesterday" }),
  "a retailer of the wrong type": respondOffer({ retailer: 7 }),
  "endless nesting": respondBody("[".repeat(200_000)),
  "an endless body": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(1_048_576)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  },
  "a truncated body": (response) => {
    response.writeHead(200, { "Content-Length": "5000" });
    response.write('{"success":true', () => response.destroy());
  },
  "no response": () => undefined,
  "a body that trickles forever": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(timer));
  },
  "a closed connection": (response) => void response.destroy(),
  "429 for millennia": respondError(429, "ERR_RATE_LIMIT", { "Retry-After": "99999999999" }),
  "429 without a delay": respondError(429, "ERR_RATE_LIMIT", { "Retry-After": "0" }),
  "429 until a date": respondError(429, "ERR_RATE_LIMIT", { "Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT" }),
  "no credits": respondError(429, "ERR_CREDITS_EXHAUSTED"),
  "500": respondError(500, "ERR_INTERNAL"),
  "an unknown status": respondError(599, "ERR_NEW"),
  "a redirect to another origin": (response, _offer, strayUrl) =>
    send(response, "", { Location: strayUrl }, 307),
  "negative credits": respondOffer({}, { "X-Credits-Used": "-5", "X-Credits-Remaining": "-1" }),
  "credits in words": respondOffer({}, { "X-Credits-Used": "many", "X-Credits-Remaining": "NaN" }),
  "astronomical credits": respondOffer(
    {},
    { "X-Credits-Used": "1e99", "X-Credits-Remaining": "9".repeat(40) },
  ),
  "an invalid rate limit": respondOffer({}, invalidRateLimit),
};

async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await listenOn(server, 0);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export async function startBadUpstream() {
  const strayRequests: string[] = [];
  const otherServer = await startServer(({ url, headers }, response) => {
    strayRequests.push(`${url} ${headers.authorization}`);
    response.end();
  });
  const server = await startServer(({ url = "" }, response) => {
    if (url.endsWith("/usage")) return send(response, withData(usage));
    const respond = upstream.fault === null ? respondOffer() : upstreamFaults[upstream.fault]!;
    return respond(response, upstream, `${otherServer.origin}/stray`);
  });
  const upstream = {
    baseUrl: `${server.origin}/v1`,
    priceMinor: 5_000,
    timestamp: "2026-06-15T12:00:00.000Z",
    /** The response to every request except `/usage`; `null` for the correct one. */
    fault: null as string | null,
    /** Requests to another origin, which must not get any. */
    strayRequests,
    close: () => {
      server.close();
      otherServer.close();
    },
  };
  return upstream;
}

export type BadUpstream = Awaited<ReturnType<typeof startBadUpstream>>;
