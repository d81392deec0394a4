import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { serve } from "./serve.js";

/** A copy in the stand-in's index. */
export interface ArchivedPage {
  /** `YYYYMMDDhhmmss`. */
  readonly at: string;
  /** The page that it shows; its digest follows from it. */
  readonly html?: string;
  /** As the index says it. */
  readonly status?: string;
  readonly type?: string;
  readonly digest?: string;
  /** Another address in the index. */
  readonly original?: string;
  /** Answers in place of the page. */
  readonly answer?: (response: ServerResponse) => void;
}

export interface Archive {
  readonly origin: string;
  /** Pages by their addresses. */
  readonly pages: Map<string, readonly ArchivedPage[]>;
  /** Every request, with what `now` said at its begin and end. */
  readonly requests: { readonly path: string; readonly fromMs: number; toMs: number }[];
  /** The clock of `requests`. */
  now: () => number;
  /** Answers the next requests in place of the index and the copies. */
  readonly next: ((response: ServerResponse) => void)[];
  /** Answers wait for this. */
  hold: Promise<void> | null;
}

/** A product page as a shop would have sent it. */
export function productPage(
  price: number,
  { name = "Trail Lantern", ...offer }: Record<string, unknown> = {},
): string {
  const data = {
    "@type": "Product",
    name,
    offers: { "@type": "Offer", price, priceCurrency: "USD", availability: "InStock", ...offer },
  };
  return `<h1>${name}</h1><script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** One copy a month, from a first month on, with these prices. */
export function monthlyCopies(first: string, prices: readonly number[]): ArchivedPage[] {
  const [year = 0, month = 0] = first.split("-").map(Number);
  return prices.map((price, i) => ({
    at: `${new Date(Date.UTC(year, month - 1 + i, 15)).toISOString().slice(0, 10).replaceAll("-", "")}120000`,
    html: productPage(price),
  }));
}

function digestOf({ digest, html = "" }: ArchivedPage): string {
  return digest ?? createHash("sha1").update(html).digest("hex").slice(0, 32).toUpperCase();
}

/** As the Wayback index does: rows of the filter, the first of each month, with a row of names unless there are none. */
function indexOf(pages: readonly ArchivedPage[], query: URLSearchParams): string {
  const url = query.get("url") ?? "";
  const fields = (query.get("fl") ?? "").split(",");
  const wanted = query.get("filter")?.replace("statuscode:", "");
  const digits = Number(query.get("collapse")?.replace("timestamp:", "") ?? 14);
  const seen = new Set<string>();
  const rows = [...pages]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .filter(({ status = "200", type }) => status === wanted || type === "warc/revisit")
    .filter(({ at }) => !seen.has(at.slice(0, digits)) && seen.add(at.slice(0, digits)))
    .map((page) => {
      const { at, status = "200", type = "text/html", original = url } = page;
      const row: Record<string, string> = {
        timestamp: at,
        original,
        statuscode: status,
        mimetype: type,
        digest: digestOf(page),
      };
      return fields.map((field) => row[field] ?? "");
    });
  return JSON.stringify(rows.length === 0 ? [] : [fields, ...rows]);
}

function answerFrom(archive: Archive, path: string, response: ServerResponse): void {
  const url = new URL(path, archive.origin);
  if (url.pathname === "/cdx/search/cdx") {
    const pages = archive.pages.get(url.searchParams.get("url") ?? "") ?? [];
    response.setHeader("Content-Type", "application/json").end(indexOf(pages, url.searchParams));
    return;
  }
  const [, at, address = ""] = /^\/web\/(\d{14})id_\/(.*)$/.exec(path) ?? [];
  const page = archive.pages.get(address)?.find((each) => each.at === at);
  const answer = page?.answer ?? (page?.html === undefined ? refuse(404) : null);
  if (answer !== null || page?.html === undefined) {
    answer?.(response);
    return;
  }
  response
    .setHeader("Content-Type", "text/html")
    .setHeader("Content-Encoding", "gzip")
    .end(gzipSync(page.html));
}

/** Starts a stand-in of a web archive, which behaves as the Wayback Machine is documented to. */
export async function startArchive(): Promise<Archive> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const entry = { path, fromMs: archive.now(), toMs: Number.NaN };
    archive.requests.push(entry);
    response.on("close", () => {
      entry.toMs = archive.now();
    });
    await archive.hold;
    const next = archive.next.shift();
    if (next === undefined) answerFrom(archive, path, response);
    else next(response);
  });
  const port = await serve(server);
  const archive: Archive = {
    origin: `http://127.0.0.1:${port}`,
    pages: new Map(),
    requests: [],
    next: [],
    hold: null,
    now: () => 0,
  };
  return archive;
}

export function refuse(status: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => void response.writeHead(status, headers).end("Try later.");
}
