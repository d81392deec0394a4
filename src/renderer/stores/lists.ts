import { create } from "zustand";
import type { LinkList, ListEntryState } from "../../shared/app/lists.js";
import { chunk } from "../../shared/arrays.js";
import type { CallError, OperationResult } from "../../shared/calls.js";
import type { Cadence } from "../../shared/contract/schedule.js";
import { linkOf } from "../../shared/links-in.js";
import { skippedReason } from "../lib/explain-error.js";
import { saveFile } from "../lib/export-file.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { openForm, openLinks } from "./adding/entries.js";
import { takeRows } from "./adding/links.js";
import { change, expireAnswers } from "./answers.js";
import { ask, callOnce } from "./call-engine.js";
import { atOnce, notify, notifyFailure } from "./notices.js";

export type PreviewItem = OperationResult<"lists.preview">["items"][number];

/** A file before its import. */
export interface ListPreview extends OperationResult<"lists.preview"> {
  readonly fileName: string;
  readonly content: string;
  /** The page or shop that links without a host belong to, as the shopper has entered it. */
  readonly pageUrl: string | null;
  readonly selected: ReadonlySet<string>;
  readonly schedule: Cadence;
  /** As typed, separated by commas. */
  readonly tags: string;
}

interface Lists {
  readonly preview: ListPreview | null;
  readonly isBusy: boolean;
  readonly error: CallError | null;
}

/** The file before its import. It stays while another view is open. */
export const useLists = create<Lists>(() => ({ preview: null, isBusy: false, error: null }));

/** Reads a file or a text, and shows what its import would do. */
export async function previewList(
  fileName: string,
  content: string,
  pageUrl: string | null = null,
): Promise<void> {
  useLists.setState({ isBusy: true, error: null });
  const place = pageUrl === null ? {} : { page_url: pageUrl };
  const result = await ask("lists.preview", { content, file_name: fileName, ...place });
  if (!result.ok) return useLists.setState({ isBusy: false, error: result.error });
  const selected = new Set(
    result.data.items.filter((item) => item.is_suggested && !item.is_known).map(({ url }) => url),
  );
  const file = { fileName, content, pageUrl };
  const preview = { ...result.data, ...file, selected, schedule: "daily", tags: "" } as const;
  useLists.setState({ isBusy: false, preview });
}

export function changePreview(change: Partial<Pick<ListPreview, "selected" | "schedule" | "tags">>): void {
  useLists.setState(({ preview }) => ({ preview: preview && { ...preview, ...change } }));
}

export function closePreview(): void {
  useLists.setState({ preview: null, error: null });
}

function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Starts the import, which continues in the background. */
export async function startImport(preview: ListPreview): Promise<void> {
  const { fileName, content, pageUrl, selected, schedule, tags } = preview;
  useLists.setState({ isBusy: true, error: null });
  const result = await callOnce("lists.import", {
    content,
    file_name: fileName,
    ...(pageUrl === null ? {} : { page_url: pageUrl }),
    urls: [...selected],
    schedule,
    tags: tagsOf(tags),
  });
  useLists.setState({ isBusy: false, ...(result.ok ? { preview: null } : { error: result.error }) });
  if (result.ok) {
    openForm();
    // The preview has named the others.
    const rules = result.data.skipped.find(({ problem }) => problem === "more rules");
    if (rules) notify({ text: skippedReason(rules), tone: "bad" });
  }
  expireAnswers(...listed);
}

/** How many of a list's links are done, and how many it has. */
export function progressOf({ counts }: LinkList): { readonly done: number; readonly total: number } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done: total - counts.waiting, total };
}

const listed = ["lists.all", "lists.entries"] as const;

export function cancelImport({ id }: LinkList): Promise<void> {
  return atOnce(change("lists.cancel", { id }, ...listed));
}

/** Forgets an import, or stops following a page. Its products stay. */
export async function removeList({ id, name, kind }: LinkList): Promise<void> {
  const error = await change("lists.remove", { id }, ...listed);
  if (error) return notifyFailure(error);
  if (kind === "page") notify({ topic: "list removed", text: texts().lists.unfollowed(name) });
}

/** Null on success. */
export function followPage(link: string): Promise<CallError | null> {
  return change("lists.follow", { url: linkOf(link) ?? link }, ...listed);
}

export function checkList({ id }: LinkList): Promise<void> {
  return atOnce(change("lists.check", { id }, ...listed));
}

/** The engine's maximum per call. */
const maxPerDecision = 1_000;

/** Watches or dismisses new entries of a followed page. Dismissing can be undone. */
export async function decide(
  list: LinkList,
  entryIds: readonly number[],
  state: Extract<ListEntryState, "waiting" | "dismissed" | "offered">,
): Promise<void> {
  for (const part of chunk(entryIds, maxPerDecision)) {
    await atOnce(change("lists.decide", { id: list.id, entry_ids: [...part], state }, ...listed));
  }
  if (state !== "dismissed") return;
  const { lists, common } = texts();
  notify({
    topic: "entries dismissed",
    text: lists.dismissed(formatPlural("link", entryIds.length)),
    action: { label: common.undo, isUndo: true, run: () => void decide(list, entryIds, "offered") },
  });
}

/** Reads the links that need an answer once more, and shows the cards that ask for it. */
export async function answerOpen({ id }: LinkList): Promise<void> {
  const result = await ask("lists.entries", { id, states: ["question", "failed"], limit: maxAnswered });
  if (!result.ok) return notifyFailure(result.error);
  const ids = result.data.entries.map((entry) => entry.id);
  if (ids.length === 0) return;
  const asked = await callOnce("links.answer", { ids, options: {} });
  if (!asked.ok) return notifyFailure(asked.error);
  takeRows(asked.data.links);
  openLinks();
}

/** The max number of cards. */
const maxAnswered = 500;

/** Saves the watch list with its links, targets, rules and tags as a file that can be imported. */
export async function exportWatchList(): Promise<void> {
  const result = await ask("watch.export", {});
  if (!result.ok) return notifyFailure(result.error);
  saveFile("watch-list.json", "application/json", result.data.content);
}
