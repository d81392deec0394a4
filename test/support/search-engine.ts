import { createServer } from "node:http";
import { serve } from "./serve.js";
import { searchAnswer } from "./shop-site.js";

interface SearchResponse {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string;
}

/** A SearXNG on loopback, whose answers a test sets. */
export interface SearchEngine {
  readonly address: string;
  readonly host: string;
  /** The words of each search so far. */
  readonly searches: string[];
  /** Null leaves the request without an answer. */
  response: SearchResponse | null;
  /** Lets it find these pages. */
  find(urls: readonly string[]): void;
}

export async function startSearchEngine(): Promise<SearchEngine> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://engine.invalid");
    engine.searches.push(searchParams.get("format") === "json" ? (searchParams.get("q") ?? "") : "");
    if (engine.response === null) return;
    const { status = 200, type = "application/json", location, body = searchAnswer([]) } = engine.response;
    const headers = { "Content-Type": type, ...(location === undefined ? {} : { Location: location }) };
    response.writeHead(status, headers).end(body);
  });
  const host = `127.0.0.1:${await serve(server)}`;
  const engine: SearchEngine = {
    address: `http://${host}`,
    host,
    searches: [],
    response: {},
    find: (urls) => {
      engine.response = { body: searchAnswer(urls) };
    },
  };
  return engine;
}
