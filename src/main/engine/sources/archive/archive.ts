import type { FetchFailure } from "../../../../shared/engine-process.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { type ArchivedCopy, type ArchiveTrouble, timestampMs } from "../../domain/archived-page.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import type { FetchedFile } from "../page/fetch-page.js";

/** The Internet Archive's Wayback Machine. */
export const internetArchive = "https://web.archive.org";
let standInArchive: string | null = null;

/** For tests: an archive that stands in for the Internet Archive in this process. */
export function standIn(archive: string): void {
  standInArchive = archive;
}

/** The archive that is asked if none is named. */
export function defaultArchive(): string {
  return standInArchive ?? internetArchive;
}

/** A month has one row, so this is a page's whole life. */
const maxIndexBytes = 1_048_576;
const maxRows = 2_000;

const indexFields = ["timestamp", "original", "statuscode", "mimetype", "digest"] as const;

export function indexUrl(archive: string, url: string): string {
  const query = new URLSearchParams({
    url,
    output: "json",
    fl: indexFields.join(","),
    filter: "statuscode:200",
    collapse: "timestamp:6",
  });
  return `${archive}/cdx/search/cdx?${query}`;
}

/** A copy as the shop sent it: without `id_`, the archive adds its own frame and rewrites links. */
export function copyUrl(archive: string, url: string, timestamp: string): string {
  return `${archive}/web/${timestamp}id_/${url}`;
}

/** Accepts a row of a page of this address, which the archive has as a page or as a repetition of one. */
function readRow(row: unknown, names: readonly unknown[], key: string | null): ArchivedCopy | null {
  if (!Array.isArray(row)) return null;
  const [timestamp, original, status, type, digest] = indexFields.map((name) => row[names.indexOf(name)]);
  if (typeof timestamp !== "string" || Number.isNaN(timestampMs(timestamp))) return null;
  if (typeof original !== "string" || key === null || normaliseProductUrl(original) !== key) return null;
  const isRevisit = type === "warc/revisit";
  if (!isRevisit && status !== "200") return null;
  if (!isRevisit && typeof type === "string" && !/html|^unk$|^-$/i.test(type)) return null;
  const isDigest = typeof digest === "string" && /^[\w+/=:-]{8,100}$/.test(digest);
  return { timestamp, digest: isDigest ? digest : null };
}

/** The copies that an index names, each time once; null if the text is no index. */
export function parseIndex(text: string, url: string): ArchivedCopy[] | null {
  if (text.trim() === "") return [];
  const rows = parseJson(text);
  if (!Array.isArray(rows)) return null;
  const [names = [], ...others] = rows;
  if (!Array.isArray(names)) return null;
  const key = normaliseProductUrl(url);
  const copies = others.slice(-maxRows).flatMap((row) => readRow(row, names, key) ?? []);
  return [...new Map(copies.map((copy) => [copy.timestamp, copy])).values()];
}

/** What an archive answers. */
export type ArchiveAnswer<T> =
  | { readonly kind: "answer"; readonly value: T }
  /** It will not have it later either. */
  | { readonly kind: "none"; readonly reason: string }
  /** Ask later, for whatever product. */
  | {
      readonly kind: "later";
      readonly trouble: ArchiveTrouble;
      readonly retryAfterMs: number | null;
    };

/** Sends requests to archives, and never follows a redirect. */
export interface ArchiveFetch {
  /** Whether a page's host leads to the public internet only, or was allowed, by its name's addresses. */
  isPublic(url: string): Promise<boolean>;
  /** Never rejects. */
  get(url: string, maxBytes: number, signal: AbortSignal): Promise<FetchedFile | FetchFailure>;
}

/** Failures that say something of the address, not of the archive. */
const lastingFailures = new Set(["redirect", "too large", "refused address"]);

async function send(
  fetch: ArchiveFetch,
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ArchiveAnswer<FetchedFile>> {
  const answer = await fetch.get(url, maxBytes, signal);
  if (answer.kind === "failed") {
    if (lastingFailures.has(answer.outcome)) return { kind: "none", reason: answer.outcome };
    return { kind: "later", trouble: "failed", retryAfterMs: null };
  }
  const { status, retryAfterSeconds } = answer;
  if (status === 200) return { kind: "answer", value: answer };
  if (status !== 429 && status < 500) return { kind: "none", reason: "missing" };
  const retryAfterMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1_000;
  return {
    kind: "later",
    trouble: status === 429 ? "refused" : "failed",
    retryAfterMs,
  };
}

/** Asks an archive for its copies of a page. */
export async function readIndex(
  fetch: ArchiveFetch,
  { archive, url }: { readonly archive: string; readonly url: string },
  signal: AbortSignal,
): Promise<ArchiveAnswer<ArchivedCopy[]>> {
  // A name may look public and lead into a private network.
  if (!(await fetch.isPublic(url))) return { kind: "none", reason: "not public" };
  const answer = await send(fetch, indexUrl(archive, url), maxIndexBytes, signal);
  if (answer.kind !== "answer") return answer;
  const copies = parseIndex(answer.value.bytes.toString(), url);
  return copies === null ? { kind: "none", reason: "no index" } : { kind: "answer", value: copies };
}

/** Asks an archive for the page of a copy. */
export async function readCopy(
  fetch: ArchiveFetch,
  { archive, url, timestamp }: { readonly archive: string; readonly url: string; readonly timestamp: string },
  signal: AbortSignal,
): Promise<ArchiveAnswer<string>> {
  const { pageInFile, pageLimits } = await import("../page/fetch-page.js");
  const answer = await send(fetch, copyUrl(archive, url, timestamp), pageLimits.bytes, signal);
  if (answer.kind !== "answer") return answer;
  const html = pageInFile(answer.value);
  return html === null ? { kind: "none", reason: "no page" } : { kind: "answer", value: html };
}
