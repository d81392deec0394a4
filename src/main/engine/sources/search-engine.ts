import { z } from "zod";
import { parseJson } from "../../../shared/parse-json.js";
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
  /** `problem` is a sentence for the user. */
  | { readonly kind: "failed"; readonly problem: string };

const noJson =
  "It does not answer in JSON. Add json to search.formats in its settings.yml, and check the address.";

const slow = "It did not answer in time.";

const failures: Readonly<Record<string, string>> = {
  redirect: "It redirects to another address. Enter the final one.",
  "too large": "Its answer is too large.",
  timeout: slow,
};

function failed(problem: string): SearchAnswer {
  return { kind: "failed", problem };
}

function readAnswer(text: string): SearchAnswer {
  const body = parseJson(text);
  if (body === undefined) return failed(noJson);
  const read = answerBody.safeParse(body);
  if (!read.success) return failed("Its answer is not that of SearXNG. Check the address.");
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
  if (signal.aborted) return failed(slow);
  if (answer.kind === "failed") return failed(failures[answer.outcome] ?? "It cannot be reached.");
  if (answer.status === 429) return failed("It asks for fewer searches. Try again in a few minutes.");
  // SearXNG answers so where a format is not enabled.
  if (answer.status === 403) return failed(noJson);
  if (answer.status !== 200) return failed(`It answered with HTTP ${answer.status}. Check the address.`);
  return readAnswer(answer.bytes.toString());
}
