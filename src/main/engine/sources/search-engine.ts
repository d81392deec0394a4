import { z } from "zod";
import { parseJson } from "../../../shared/parse-json.js";
import type { PlainRefusalKind, RefusalKind } from "../../../shared/texts/refusal.js";
import type { ArchiveFetch } from "./archive/archive.js";

const timeoutMs = 15_000;
/** Some thirty results with their excerpts stay far below this. */
const maxBytes = 2 * 1_048_576;
const maxResults = 100;

const answerBody = z.object({
  results: z.array(
    z
      .object({ url: z.url({ protocol: /^https?$/ }).max(4_096) })
      .nullable()
      .catch(null),
  ),
});

export type SearchAnswer =
  | { readonly kind: "results"; readonly urls: readonly string[] }
  /** `status`: that of the HTTP response, 0 without one. */
  | { readonly kind: "failed"; readonly problem: SearchProblem; readonly status: number };

type SearchProblem = Exclude<Extract<RefusalKind, `search${string}`>, PlainRefusalKind>;

const failures: Readonly<Record<string, SearchProblem>> = {
  redirect: "searchRedirects",
  "too large": "searchTooLarge",
  timeout: "searchSlow",
};

function failed(problem: SearchProblem, status = 0): SearchAnswer {
  return { kind: "failed", problem, status };
}

function readAnswer(text: string): SearchAnswer {
  const body = parseJson(text);
  if (body === undefined) return failed("searchNoJson");
  const read = answerBody.safeParse(body);
  if (!read.success) return failed("searchNotSearxng");
  const urls = read.data.results.slice(0, maxResults).flatMap((result) => result?.url ?? []);
  return { kind: "results", urls };
}

/** Asks a SearXNG, whose address the owner has named and which may be private. Never rejects, and follows no redirect. */
export async function searchWeb(
  get: ArchiveFetch["get"],
  address: string,
  words: string,
): Promise<SearchAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const query = new URLSearchParams({ q: words, format: "json" });
  const answer = await get(`${address}/search?${query}`, maxBytes, signal);
  if (signal.aborted) return failed("searchSlow");
  if (answer.kind === "failed") return failed(failures[answer.outcome] ?? "searchUnreached");
  if (answer.status === 429) return failed("searchLimited");
  // SearXNG answers so where a format is not enabled.
  if (answer.status === 403) return failed("searchNoJson");
  if (answer.status !== 200) return failed("searchStatus", answer.status);
  return readAnswer(answer.bytes.toString());
}
