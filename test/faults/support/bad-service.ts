import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Chance } from "./chance.js";

const meta = { request_id: "req_x", credits_used: 1, credits_remaining: 900, rate_limit_remaining: 900 };

const usage = {
  current_period: {
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    requests_made: 1,
    credits_used: 100,
    credits_limit: 1_000,
    credits_remaining: 900,
  },
  usage_percentage: 10,
  subscription_required: false,
  subscription_status: "active",
};

/** The one product that the service knows. */
export const upstream = { service: "product/upstream/one", barcode: "0012345678905" } as const;

type Fields = Record<string, unknown>;

function offerFields(price: unknown, timestamp: string): Fields {
  return {
    id: "up-1",
    retailer: "shop.example",
    price,
    currency: "USD",
    availability: "in",
    URL: "https://shop.example/one",
    timestamp,
  };
}

function productFields(offers: unknown): Fields {
  return {
    ...upstream,
    title: "Upstream lamp",
    match: { identifier: upstream.barcode, by: "barcode", candidates: 1 },
    offers,
  };
}

/** What is answered, beside the truth. */
type Lie = (response: ServerResponse, truth: Truth, chance: Chance) => void;

interface Truth {
  readonly priceMinor: number;
  readonly timestamp: string;
  /** Another address of the same computer, where nobody must be sent. */
  readonly elsewhere: string;
}

function send(response: ServerResponse, body: unknown, headers: Record<string, string> = {}, status = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
}

function products(data: unknown): Fields {
  return { success: true, data, meta };
}

function withOffer(change: (offer: Fields) => Fields): Lie {
  return (response, { priceMinor, timestamp }) =>
    send(response, products([productFields([change(offerFields(priceMinor / 100, timestamp))])]));
}

function withBody(body: unknown): Lie {
  return (response) => send(response, body);
}

function withStatus(status: number, code: string, headers: Record<string, string> = {}): Lie {
  const body = { success: false, error_detail: { code, message: "No." } };
  return (response) => send(response, body, headers, status);
}

function truthful(response: ServerResponse, { priceMinor, timestamp }: Truth): void {
  send(response, products([productFields([offerFields(priceMinor / 100, timestamp)])]));
}

/** Lies that are to change nothing here. */
export const lies: Readonly<Record<string, Lie>> = {
  "bad JSON": withBody('{"success":true,"data":[{"service":'),
  "no JSON": withBody("<html>It works!</html>"),
  "a list instead of an object": withBody([]),
  null: withBody("null"),
  "no data": withBody({ success: true }),
  "data that is no list": withBody(products({ 0: "x" })),
  "a list of nothing useful": withBody(products([null, 1, "x", [], {}])),
  "offers that are no list": withBody(products([productFields("many")])),
  "offers of nothing useful": withBody(products([productFields([null, 7, {}])])),
  "a price of 0": withOffer((offer) => ({ ...offer, price: 0 })),
  "a price below 0": withOffer((offer) => ({ ...offer, price: -1 })),
  "a price in words": withOffer((offer) => ({ ...offer, price: "cheap" })),
  "a price without end": withOffer((offer) => ({ ...offer, price: 1e300 })),
  "a price of null": withOffer((offer) => ({ ...offer, price: null })),
  "a time that is none": withOffer((offer) => ({ ...offer, timestamp: "yesterday" })),
  "a retailer of another kind": withOffer((offer) => ({ ...offer, retailer: 7 })),
  "a depth without end": withBody("[".repeat(200_000)),
  "a huge answer": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(1_048_576)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  },
  "half an answer": (response) => {
    response.writeHead(200, { "Content-Length": "5000" });
    response.write('{"success":true', () => response.destroy());
  },
  "no answer ever": () => undefined,
  "an answer that never ends": (response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(drip));
  },
  "a closed door": (response) => void response.destroy(),
  "429 for ever": withStatus(429, "ERR_RATE_LIMIT", { "Retry-After": "99999999999" }),
  "429 at once again": withStatus(429, "ERR_RATE_LIMIT", { "Retry-After": "0" }),
  "429 until a date": withStatus(429, "ERR_RATE_LIMIT", { "Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT" }),
  "no credits": withStatus(429, "ERR_CREDITS_EXHAUSTED"),
  "500": withStatus(500, "ERR_INTERNAL"),
  "a status that nobody knows": withStatus(599, "ERR_NEW"),
  "a redirect elsewhere": (response, { elsewhere }) => send(response, "", { Location: elsewhere }, 307),
};

/** Answers that are true but for what they say of themselves. */
export const wrongFigures: Readonly<Record<string, Record<string, string>>> = {
  "credits below 0": { "X-Credits-Used": "-5", "X-Credits-Remaining": "-1" },
  "credits in words": { "X-Credits-Used": "many", "X-Credits-Remaining": "NaN" },
  "credits without end": { "X-Credits-Used": "1e99", "X-Credits-Remaining": "9".repeat(40) },
  "a rate that makes no sense": {
    "X-RateLimit-Limit": "0",
    "X-RateLimit-Remaining": "-1",
    "X-RateLimit-Reset": "x",
  },
};

export interface BadService {
  readonly baseUrl: string;
  priceMinor: number;
  timestamp: string;
  /** What it answers to everything but `/usage`; the truth where it is null. */
  lie: string | null;
  /** Requests that came where none was to be sent. */
  readonly strays: string[];
  close(): void;
}

function listen(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(listener);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise<{ origin: string; close: () => void }>((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }),
    );
  });
}

export async function openBadService(chance: Chance): Promise<BadService> {
  const strays: string[] = [];
  const elsewhere = await listen(({ url, headers }, response) => {
    strays.push(`${url} ${headers.authorization}`);
    response.end();
  });
  const server = await listen(({ url = "" }, response) => {
    if (url.endsWith("/usage")) return send(response, { success: true, data: usage, meta });
    const truth = { ...service, elsewhere: `${elsewhere.origin}/caught` };
    const lie = service.lie === null ? undefined : lies[service.lie];
    if (lie !== undefined) return lie(response, truth, chance);
    for (const [name, value] of Object.entries(wrongFigures[service.lie ?? ""] ?? {}))
      response.setHeader(name, value);
    return truthful(response, truth);
  });
  const service: BadService = {
    baseUrl: `${server.origin}/v1`,
    priceMinor: 5_000,
    timestamp: "2026-06-15T12:00:00.000Z",
    lie: null,
    strays,
    close: () => {
      server.close();
      elsewhere.close();
    },
  };
  return service;
}
