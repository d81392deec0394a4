import { setTimeout as delay } from "node:timers/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { maxReturnDays } from "../../../../shared/app/limits.js";
import { tagName } from "../../../../shared/app/primitives.js";
import type { Purchase } from "../../../../shared/app/purchases.js";
import type { OfferCheck } from "../../../../shared/app/watch.js";
import { cadence } from "../../../../shared/contract/schedule.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { type KnownProduct, knownProducts } from "../../operations/watch/known-products.js";
import {
  allowHostOption,
  collect,
  collectLinks,
  parseAmount,
  parseDate,
  parsePlace,
  withGlobals,
} from "../arguments.js";
import { CommandError, toReason } from "../environment.js";
import { confirm, isInteractive } from "../input.js";
import {
  type Columns,
  formatAvailability,
  formatCheck,
  formatPrice,
  jsonOption,
  type OutputOptions,
  printResults,
} from "../output.js";
import { type Owner, requireProductKey, withOwner, withReadableContext } from "../owner.js";
import { Progress, pollMs } from "../progress.js";
import { exportWatchCommand, importWatchCommand } from "./lists.js";
import { addCommand } from "./watch-add.js";

function parseTag(text: string): string {
  const tag = tagName.safeParse(text);
  if (!tag.success) throw new InvalidArgumentError("A tag must have 1 to 40 characters.");
  return tag.data;
}

function parseReturnDays(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > maxReturnDays)
    throw new InvalidArgumentError(`The days must be a whole number from 0 to ${maxReturnDays}.`);
  return Number(text);
}

function parseCurrency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new InvalidArgumentError("A currency must be a code such as USD.");
  return text;
}

const listColumns: Columns<KnownProduct> = {
  product: ({ product_key: productKey }) => productKey,
  title: ({ title }) => title,
  price: ({ price, currency }) => formatPrice(price, currency),
  availability: ({ availability }) => formatAvailability(availability),
  retailer: ({ retailer }) => retailer ?? "",
  target: ({ target }) => formatPrice(target, null),
  every: ({ every, bought }) => (bought === null ? (every ?? "not watched") : "bought"),
  "last check": ({ last_check: last }) => formatCheck(last),
  tags: ({ tags }) => tags.join(", "),
};

function listCommand({ tag, ...options }: OutputOptions & { readonly tag?: string }): Promise<void> {
  return withReadableContext(options, (context) =>
    printResults(knownProducts(context, tag), listColumns, options),
  );
}

type CheckOutcome = Pick<OfferCheck, "outcome"> &
  Partial<Omit<OfferCheck, "outcome" | "reason">> & {
    readonly product_key: string;
    /** Left out if there is nothing to add. */
    readonly reason?: string;
  };

async function checkProduct({ context, call }: Owner, keyOrLink: string): Promise<CheckOutcome[]> {
  try {
    const productKey = requireProductKey(context.db, keyOrLink);
    const { checks } = await call("products.check", { product_key: productKey });
    if (checks.length === 0) throw new CommandError("None of its offers can be checked.");
    return checks.map(({ reason, ...check }) => ({
      product_key: productKey,
      ...check,
      ...(reason === null ? {} : { reason }),
    }));
  } catch (error) {
    return [{ product_key: keyOrLink, outcome: "failed", reason: toReason(error) }];
  }
}

/** As many as the engine checks at a time; each shop still has its own pace. */
const maxConcurrentChecks = 16;

/** Yields the results as they are settled, of at most `limit` items at a time; `report` is called in between. */
export async function* asSettled<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
  report: () => void,
): AsyncGenerator<R> {
  const running = new Set<Promise<void>>();
  const settled: R[] = [];
  for (let next = 0; next < items.length || running.size > 0; ) {
    for (const item of items.slice(next, next + limit - running.size)) {
      const one = work(item).then((result) => {
        settled.push(result);
        running.delete(one);
      });
      running.add(one);
      next++;
    }
    await Promise.race([...running, delay(pollMs, null, { ref: false })]);
    yield* settled.splice(0);
    report();
  }
}

const checkColumns: Columns<CheckOutcome> = {
  product: ({ product_key: productKey }) => productKey,
  retailer: ({ retailer }) => retailer ?? "",
  outcome: ({ outcome }) => outcome,
  price: ({ price, currency }) => formatPrice(price ?? null, currency ?? null),
  previous: ({ previous, currency }) => formatPrice(previous ?? null, currency ?? null),
  availability: ({ availability }) => (availability === undefined ? "" : formatAvailability(availability)),
  note: ({ reason }) => reason ?? "",
};

async function checkCommand(given: readonly string[], options: OutputOptions): Promise<void> {
  let failures = 0;
  await withOwner(options, async (owner) => {
    const watched = () =>
      [...knownProducts(owner.context)].filter(({ every, checkable }) => every !== null && checkable);
    const products = given.length > 0 ? given : watched().map(({ product_key: productKey }) => productKey);
    const progress = new Progress("products");
    const results = async function* () {
      let done = 0;
      const work = (each: string) => checkProduct(owner, each);
      const report = () => progress.update(done, products.length);
      for await (const checks of asSettled(products, maxConcurrentChecks, work, report)) {
        for (const check of checks) {
          if (check.outcome !== "ok") failures++;
          yield check;
        }
        done++;
      }
    };
    await printResults(results(), checkColumns, { ...options, progress });
  });
  if (failures > 0) throw new CommandError(`${failures} ${failures === 1 ? "check" : "checks"} failed.`);
}

interface Removal {
  readonly product_key: string;
  readonly title: string | null;
  readonly is_removed: boolean;
  /** Missing if it was removed. */
  readonly reason?: string;
}

function findRemoval({ context: { db } }: Owner, keyOrLink: string): Removal {
  try {
    const productKey = requireProductKey(db, keyOrLink);
    const id = productIdByKey(db, productKey);
    const title = id === undefined ? null : (productById(db, id)?.product.title ?? null);
    return { product_key: productKey, title, is_removed: true };
  } catch (error) {
    return { product_key: keyOrLink, title: null, is_removed: false, reason: toReason(error) };
  }
}

function askToRemove(removals: readonly Removal[]): Promise<boolean> {
  const found = removals.filter((each) => each.is_removed);
  const names = found.length === 1 ? `'${found[0]?.title}'` : `${found.length} products`;
  return confirm(`Remove ${names.replaceAll(/\p{Cc}/gu, " ")} with all known prices?`);
}

const removeColumns: Columns<Removal> = {
  product: ({ product_key: productKey }) => productKey,
  title: ({ title }) => title ?? "",
  result: ({ reason }) => reason ?? "removed",
};

type RemoveOptions = OutputOptions & { readonly yes?: boolean };

async function removeCommand(
  given: readonly string[],
  options: RemoveOptions,
  command: Command,
): Promise<void> {
  if (options.yes !== true && !isInteractive())
    command.error("error: without a terminal to ask on, removing products needs the option '--yes'");
  const removals = await withOwner(options, async (owner) => {
    const found = [...new Set(given)].map((each) => findRemoval(owner, each));
    const keys = found.filter((each) => each.is_removed).map(({ product_key: productKey }) => productKey);
    if (keys.length > 0) {
      if (options.yes !== true && !(await askToRemove(found))) throw new CommandError("Nothing was removed.");
      await owner.call("products.remove", { product_keys: keys });
    }
    await printResults(found, removeColumns, options);
    return found;
  });
  const unknown = removals.filter((each) => !each.is_removed).length;
  if (unknown > 0)
    throw new CommandError(
      `${unknown} of ${removals.length} products ${unknown === 1 ? "is" : "are"} unknown.`,
    );
}

const boughtColumns: Columns<Pick<Purchase, "product_key" | "title"> & Pick<KnownProduct, "bought">> = {
  product: ({ product_key: productKey }) => productKey,
  title: ({ title }) => title,
  bought: ({ bought }) => bought?.on ?? "",
  price: ({ bought }) => formatPrice(bought?.price ?? null, bought?.currency ?? null),
  "return until": ({ bought }) => bought?.return_until ?? "",
};

interface BoughtOptions extends OutputOptions {
  readonly price: number;
  readonly on?: string;
  readonly returnDays?: number;
}

function boughtCommand(keyOrLink: string, options: BoughtOptions): Promise<void> {
  return withOwner(options, async ({ context, call }) => {
    const { purchase } = await call("purchases.save", {
      product_key: requireProductKey(context.db, keyOrLink),
      price: options.price,
      on: options.on,
      return_days: options.returnDays,
    });
    const { product_key, title, price, currency, on, return_until } = purchase;
    const bought = { price, currency, on, return_until };
    await printResults([{ product_key, title, bought }], boughtColumns, options);
  });
}

export function addWatchCommands(program: Command): void {
  const watch = program.command("watch").description("Add, list, check or remove watched products.");
  watch
    .command("add")
    .argument("<link...>", "links of product pages; '-' reads them from stdin, one a line", collectLinks)
    .description("Fetch pages, add their products and watch them.")
    .addOption(everyOption())
    .option("--target <amount>", "price to wait for, in the page's currency", parseAmount)
    .option("--tag <tag>", "tag for the products; can be repeated", collectTags, [])
    .addOption(allowHostOption())
    .option("--price <amount>", "price to select on a page with several", parseAmount)
    .addOption(
      new Option(
        "--cheapest <words>",
        "on a page of several products, the cheapest whose title has these words, and none after a minus",
      ).conflicts("price"),
    )
    .option("--currency <code>", "currency of pages that state none", parseCurrency)
    .option("--history", "then ask the Internet Archive for older prices, as 'history fetch' does")
    .option(...jsonOption)
    .action(withGlobals(addCommand));
  watch
    .command("list")
    .description("Show what is known of the products that were added, watched or not.")
    .option("--tag <tag>", "only products with this tag", parseTag)
    .option(...jsonOption)
    .action(withGlobals(listCommand));
  watch
    .command("check")
    .argument("[product...]", "keys of products or links of their pages (default: all watched products)")
    .description("Check products now and record their prices.")
    .option(...jsonOption)
    .action(withGlobals(checkCommand));
  watch
    .command("bought")
    .argument("<product>", "key of a product or link of one of its pages")
    .description("Mark a product as bought, or change its purchase.")
    .requiredOption("--price <amount>", "price paid, in the product's currency", parseAmount)
    .option("--on <date>", "day on which it was bought (default: today)", parseDate)
    .option(
      "--return-days <count>",
      "days to return it, 0 for none (default: as for the last purchase)",
      parseReturnDays,
    )
    .option(...jsonOption)
    .action(withGlobals(boughtCommand));
  watch
    .command("remove")
    .argument("<product...>", "keys of products or links of their pages")
    .description("Stop watching products, and remove them with all known prices.")
    .option("--yes", "do not ask")
    .option(...jsonOption)
    .action(withGlobals(removeCommand));
  watch
    .command("import")
    .argument("<file>", "a file with links, or a watch list that 'watch export' wrote; '-' reads stdin")
    .description("Add and watch the products of a file.")
    .addOption(everyOption())
    .option("--tag <tag>", "tag for the products; can be repeated", collectTags, [])
    .option("--page-url <url>", "page or shop that links without an address are from", parsePlace)
    .addOption(allowHostOption())
    .option(...jsonOption)
    .action(withGlobals(importWatchCommand));
  watch
    .command("export")
    .argument("[file]", "file to write (default: stdout)")
    .description("Export the watch list with links, schedules, targets, rules and tags.")
    .action(withGlobals(exportWatchCommand));
}

function everyOption(): Option {
  return new Option("--every <interval>", "how often to check (default: daily)").choices(cadence.options);
}

function collectTags(text: string, previous: readonly string[]): string[] {
  return collect(parseTag(text), previous);
}
