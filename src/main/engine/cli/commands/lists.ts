import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Command, Option } from "commander";
import { maxLinksPerCall } from "../../../../shared/app/limits.js";
import type { LinkList, ListEntry, ListEntryState, SkippedLine } from "../../../../shared/app/lists.js";
import { listEntryState } from "../../../../shared/app/primitives.js";
import { chunk } from "../../../../shared/arrays.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { listById } from "../../db/intake/link-list.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { productIdByKey } from "../../db/products/product.js";
import { normaliseProductUrl } from "../../domain/product-url.js";
import { allLists, listEntries, toLinkList } from "../../operations/lists/lists.js";
import { statedPrice } from "../../operations/products/best-offer.js";
import { exportWatchList } from "../../operations/watch/export-watch-list.js";
import { allowHostOption, parseAmount, parseId, parsePageUrl, withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson, printToStderr } from "../environment.js";
import { readText, standardStream } from "../input.js";
import { untilInterrupted } from "../interruption.js";
import {
  type Columns,
  formatCheck,
  formatPrice,
  jsonOption,
  type OutputOptions,
  printResult,
  printResults,
} from "../output.js";
import { allowHosts, type Owner, withHostHint, withOwner, withReadableContext } from "../owner.js";
import { Progress, pollMs } from "../progress.js";
import { exportLines } from "./catalogue.js";

const pageSize = 1_000;

type Reader = Pick<Owner, "context">;

function* eachEntry(
  { context }: Reader,
  id: number,
  states?: ListEntryState[],
  from = 0,
): Generator<ListEntry> {
  let after: number | null = from;
  while (after !== null) {
    const page: ReturnType<typeof listEntries> = listEntries(context, { id, after, limit: pageSize, states });
    yield* page.entries;
    after = page.next;
  }
}

/** An entry as commands print it. */
type Result = Omit<ListEntry, "url" | "state"> & { readonly link: string; readonly status: ListEntryState };

/** The price of the link's page takes the place of the list's. */
function toResult({ context: { db } }: Reader, { id, url, state, ...entry }: ListEntry): Result {
  const productId = entry.product_key === null ? undefined : productIdByKey(db, entry.product_key);
  const key = normaliseProductUrl(url);
  const offers = productId === undefined ? [] : offersOfProduct(db, productId);
  const offer = offers.find((each) => normaliseProductUrl(each.url) === key);
  return {
    id,
    link: url,
    status: state,
    ...entry,
    ...(offer && statedPrice(offer)),
    reason: entry.reason && withHostHint(entry.reason),
  };
}

const entryColumns: Columns<Result> = {
  id: ({ id }) => String(id),
  status: ({ status }) => status,
  price: ({ price, currency }) => formatPrice(price, currency),
  product: ({ product_key: productKey, link }) => productKey ?? link,
  title: ({ reason, title }) => reason ?? title ?? "",
};

/**
 * Returns a function that yields a list's settled entries, each once. It reads an entry again only while that waits, and on
 * from the last one that it knows.
 */
export function createNews({ context }: Reader, id: number): () => Generator<ListEntry> {
  const read = (after: number, limit: number, states?: ListEntryState[]) =>
    listEntries(context, { id, after, limit, states }).entries;
  let waiting: number[] = [];
  let end = 0;
  function* settledSince(): Generator<ListEntry> {
    const known = waiting;
    const found = known[0] === undefined ? [] : read(known[0] - 1, known.length, ["waiting"]);
    const stillWaiting = new Set(found.map((entry) => entry.id));
    waiting = known.filter((each) => stillWaiting.has(each));
    for (const each of known.filter((one) => !stillWaiting.has(one))) {
      const [entry] = read(each - 1, 1);
      if (entry?.id !== each) continue;
      // Links that wait again may fill the page that was read.
      if (entry.state === "waiting") waiting.push(each);
      else yield entry;
    }
    waiting.sort((one, other) => one - other);
  }
  function* readOn(): Generator<ListEntry> {
    while (waiting.length < pageSize) {
      const entries = read(end, pageSize);
      waiting.push(...entries.filter(({ state }) => state === "waiting").map((entry) => entry.id));
      yield* entries.filter(({ state }) => state !== "waiting");
      if (entries.length === 0) return;
      end = entries.at(-1)?.id ?? end;
    }
  }
  return function* () {
    yield* settledSince();
    yield* readOn();
  };
}

/** Yields a list's entries as they are settled, until the rest would take too long or the user interrupts. */
async function* settledEntries(
  owner: Owner,
  id: number,
  progress: Progress,
  ids?: ReadonlySet<number>,
): AsyncGenerator<Result> {
  const interrupted = untilInterrupted().reached.then(() => false);
  const news = createNews(owner, id);
  let work = owner.workOnLinks(id);
  for (let isMore: boolean | null = null; isMore !== false; ) {
    isMore = await Promise.race([work, interrupted, delay(pollMs, null, { ref: false })]);
    if (isMore === true) work = owner.workOnLinks(id);
    for (const entry of news()) if (ids?.has(entry.id) ?? true) yield toResult(owner, entry);
    const { counts } = listOf(owner, id);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    progress.update(total - counts.waiting, total);
  }
}

function listOf({ context }: Reader, id: number): LinkList {
  const list = listById(context.db, id);
  if (list === undefined) throw new CommandError(`There is no list ${id}. 'tidemark lists list' shows all.`);
  return toLinkList(context.db, list);
}

/** Prints a list's entries as they are settled, then how many there are of each kind. */
async function printProgress(
  owner: Owner,
  id: number,
  { json = false }: OutputOptions,
  {
    skipped = [],
    ids,
  }: { readonly skipped?: readonly SkippedLine[]; readonly ids?: ReadonlySet<number> } = {},
): Promise<void> {
  const progress = new Progress("links");
  await printResults(settledEntries(owner, id, progress, ids), entryColumns, { json, progress });
  const { watched, known, question, failed, waiting } = listOf(owner, id).counts;
  const lines = skipped.map(({ line, reason }) => ({ line, reason }));
  if (json) printJson({ list: id, watched, known, question, failed, waiting, skipped: lines });
  else {
    for (const { line, reason } of lines)
      printToStderr(line === 0 ? reason : `Line ${line} was left out: ${reason}`);
    const rest = waiting === 0 ? "" : `, ${waiting} waiting for an engine on this folder`;
    printToStderr(
      `List ${id}: ${watched} added, ${known} known, ${question} with a question, ${failed} failed${rest}.`,
    );
  }
  const open = question + failed + waiting;
  if (open > 0)
    throw new CommandError(
      `${open} ${open === 1 ? "link was" : "links were"} not added. 'tidemark lists entries ${id}' shows why.`,
    );
}

interface ImportOptions extends OutputOptions {
  readonly every?: Cadence;
  readonly tag: readonly string[];
  readonly pageUrl?: string;
  readonly allowHost: readonly string[];
}

/** Imports a file of links, or stdin for `-`. */
export async function importWatchCommand(
  file: string,
  { every, tag, pageUrl, allowHost, ...options }: ImportOptions,
): Promise<void> {
  const content = await readText(file);
  if (content.trim() === "") throw new CommandError("The file is empty. Import one with links.");
  await withOwner(options, async (owner) => {
    await allowHosts(owner, allowHost);
    const { id, skipped } = await owner.call("lists.import", {
      content,
      file_name: file === standardStream ? "" : basename(file).slice(0, 255),
      schedule: every,
      page_url: pageUrl,
      tags: [...tag],
    });
    await printProgress(owner, id, options, { skipped });
  });
}

export function exportWatchCommand(file: string | undefined, options: GlobalOptions): Promise<void> {
  return withReadableContext(options, async (context) => {
    const { content } = await exportWatchList(context);
    await exportLines(context.db, context.dataFolder, [content.trimEnd()], file);
  });
}

const listColumns: Columns<LinkList> = {
  id: ({ id }) => String(id),
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  state: ({ state }) => state,
  added: ({ counts }) => String(counts.watched),
  known: ({ counts }) => String(counts.known),
  offered: ({ counts }) => String(counts.offered),
  open: ({ counts }) => String(counts.waiting + counts.question + counts.failed),
  "last check": ({ last_check: last }) => formatCheck(last),
};

function listCommand(options: OutputOptions): Promise<void> {
  return withReadableContext(options, (context) =>
    printResults(allLists(context).lists, listColumns, options),
  );
}

type EntriesOptions = OutputOptions & { readonly state?: ListEntryState };

function entriesCommand(id: number, { state, ...options }: EntriesOptions): Promise<void> {
  return withReadableContext(options, async (context) => {
    const owner = { context };
    listOf(owner, id);
    const results = function* () {
      for (const entry of eachEntry(owner, id, state && [state])) yield toResult(owner, entry);
    };
    await printResults(results(), entryColumns, options);
  });
}

type AcceptOptions = OutputOptions & Pick<ImportOptions, "allowHost"> & { readonly target?: number };

/** Watches these entries, or everything that the page offers; `target` answers entries that ask for theirs. */
function acceptCommand(
  id: number,
  given: readonly number[],
  { target, allowHost, ...options }: AcceptOptions,
): Promise<void> {
  return withOwner(options, async (owner) => {
    listOf(owner, id);
    if (target !== undefined && given.length === 0)
      throw new CommandError("Name the links with this target.");
    await allowHosts(owner, allowHost);
    const states: ListEntryState[] | undefined = given.length > 0 ? undefined : ["offered"];
    const known = new Set([...eachEntry(owner, id, states)].map((entry) => entry.id));
    const foreign = given.find((each) => !known.has(each));
    if (foreign !== undefined) throw new CommandError(`List ${id} has no link ${foreign}.`);
    const ids = given.length > 0 ? given : [...known];
    if (ids.length === 0) throw new CommandError("The list offers nothing new.");
    const accept = (part: number[]) =>
      target === undefined
        ? owner.call("lists.decide", { id, entry_ids: part, state: "waiting" })
        : owner.call("links.answer", { ids: part, options: { target: { price: target, currency: null } } });
    for (const part of chunk(ids, maxLinksPerCall)) await accept(part);
    await printProgress(owner, id, options, { ids: new Set(ids) });
  });
}

function parseIds(text: string, previous: readonly number[] = []): number[] {
  return [...previous, parseId(text)];
}

type FollowOptions = OutputOptions & Pick<ImportOptions, "allowHost"> & { readonly name?: string };

async function followCommand(url: string, { name, allowHost, ...options }: FollowOptions): Promise<void> {
  await withOwner(options, async (owner) => {
    await allowHosts(owner, allowHost);
    await printResult(await owner.call("lists.follow", { url, name }), options);
  });
}

const listCalls = {
  check: ({ call }: Owner, id: number) => call("lists.check", { id }),
  cancel: ({ call }: Owner, id: number) => call("lists.cancel", { id }),
  undo: (owner: Owner, id: number) => revert(owner, id, "acts.undo"),
  redo: (owner: Owner, id: number) => revert(owner, id, "acts.redo"),
  remove: ({ call }: Owner, id: number) => call("lists.remove", { id }),
};

async function revert(owner: Owner, id: number, operation: "acts.undo" | "acts.redo"): Promise<LinkList> {
  const { act_id: actId, kind } = listOf(owner, id);
  if (actId === null) {
    const reason = kind === "page" ? "This list is no import." : "This import can no longer be taken back.";
    throw new CommandError(`${reason} Remove its products one by one.`);
  }
  await owner.call(operation, { id: actId });
  return listOf(owner, id);
}

/** Adds a command that runs one operation on a list, and prints its result. */
function addListCommand(lists: Command, name: keyof typeof listCalls, description: string): void {
  lists
    .command(name)
    .argument("<id>", "id of the list", parseId)
    .description(description)
    .option(...jsonOption)
    .action(
      withGlobals((id: number, options: OutputOptions) =>
        withOwner(options, async (owner) => {
          const result = await listCalls[name](owner, id);
          await ("kind" in result
            ? printResults([result], listColumns, options)
            : printResult(result, options));
        }),
      ),
    );
}

export function addListsCommands(program: Command): void {
  const lists = program
    .command("lists")
    .description("Follow pages of links, and see, continue or undo what 'watch import' added.");
  lists
    .command("list")
    .description("Show the imports and the followed pages, the newest first.")
    .option(...jsonOption)
    .action(withGlobals(listCommand));
  lists
    .command("follow")
    .argument("<url>", "a page with links to products", parsePageUrl)
    .option("--name <name>", "name of the list (default: the page's title)")
    .addOption(allowHostOption())
    .description("Follow a page: its links are offered, and so are new ones, once a day.")
    .option(...jsonOption)
    .action(withGlobals(followCommand));
  addListCommand(lists, "check", "Read a followed page now.");
  lists
    .command("entries")
    .argument("<id>", "id of the list", parseId)
    .description("Show the links of a list with what became of them.")
    .addOption(new Option("--state <state>", "only links in this state").choices(listEntryState.options))
    .option(...jsonOption)
    .action(withGlobals(entriesCommand));
  lists
    .command("accept")
    .argument("<id>", "id of the list", parseId)
    .argument("[entry...]", "ids of its links (default: all that are offered)", parseIds)
    .option("--target <amount>", "target of links that ask which one is meant", parseAmount)
    .addOption(allowHostOption())
    .description("Add and watch links that a followed page offers, or try failed ones again.")
    .option(...jsonOption)
    .action((id: number, entries: number[] | undefined, _options: unknown, command: Command) =>
      acceptCommand(id, entries ?? [], command.optsWithGlobals()),
    );
  addListCommand(lists, "cancel", "Stop an import; what it has added stays.");
  addListCommand(lists, "undo", "Take back all that an import has added.");
  addListCommand(lists, "redo", "Restore what 'lists undo' took back, within 30 days.");
  addListCommand(lists, "remove", "Forget a list; its products stay.");
}
