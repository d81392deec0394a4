import type { Command } from "commander";
import { MINUTE_MS } from "../../../../shared/time.js";
import { offersOfProduct } from "../../db/prices/offer.js";
import { readAllPoints } from "../../db/prices/price-history.js";
import { samplesOfOffers } from "../../db/prices/price-sample.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { cleanTexts } from "../../domain/clean-text.js";
import { fromMinor } from "../../domain/money.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { writeCsv } from "../../http/csv.js";
import { readSamples } from "../../operations/prices/archived-prices.js";
import { parseDate, parsePlace, withGlobals } from "../arguments.js";
import { CommandError, toReason, withReadableStore } from "../environment.js";
import { type Interruption, untilInterrupted } from "../interruption.js";
import {
  type Columns,
  formatAvailability,
  formatPrice,
  formatTime,
  jsonOption,
  type OutputOptions,
  printResults,
} from "../output.js";
import { type Owner, requireProductKey, withOwner } from "../owner.js";
import { Progress } from "../progress.js";

interface HistoryPoint {
  readonly product_key: string;
  readonly offer_id: string;
  readonly retailer: string;
  readonly price: number;
  readonly currency: string;
  readonly availability: "in" | "out" | null;
  readonly timestamp: string;
  readonly url: string;
}

/** Every known point, offer by offer, the oldest first, with the prices of archived pages among them. */
function* knownPoints(db: ReadDb, productKey: string): Generator<HistoryPoint> {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined) return;
  for (const { id, publicId, retailer, currency, url: page } of offersOfProduct(db, productId)) {
    const points = readAllPoints(db, id).map((point) => ({ ...point, url: page }));
    const all = [...points, ...samplesOfOffers(db, [id])].sort((one, other) => one.atMs - other.atMs);
    for (const { priceMinor, availability, atMs, url } of all)
      yield {
        product_key: productKey,
        offer_id: publicId,
        retailer,
        price: fromMinor(priceMinor),
        currency,
        availability: fromAvailabilityCode(availability),
        timestamp: new Date(atMs).toISOString(),
        url,
      };
  }
}

const csvColumns = "product_key offer_id retailer price currency availability timestamp url";

const columns: Columns<HistoryPoint> = {
  time: ({ timestamp }) => formatTime(timestamp),
  retailer: ({ retailer }) => retailer,
  price: ({ price, currency }) => formatPrice(price, currency),
  availability: ({ availability }) => formatAvailability(availability),
};

interface HistoryOptions extends OutputOptions {
  readonly csv?: boolean;
}

function historyCommand(keyOrLink: string, options: HistoryOptions): Promise<void> {
  return withReadableStore(options, async ({ db }) => {
    const points = knownPoints(db, requireProductKey(db, keyOrLink));
    if (options.csv !== true) return printResults(points, columns, options);
    process.stdout.write(writeCsv(csvColumns, cleanTexts([...points])));
  });
}

const noPrices = { copies: 0, read: 0, added: 0, from: null, to: null };

/** How many copies are wanted, were read and had a price; the days of the first and last price from archived pages. */
interface FetchResult extends Record<"copies" | "read" | "added", number> {
  readonly product_key: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
}

interface FetchOptions extends OutputOptions {
  readonly since?: string;
  readonly archive?: string;
}

/** The command does not wait for longer pauses of the archive. */
const maxPauseMs = 2 * MINUTE_MS;

/** Why the command stops waiting for the rest of the copies; null while it waits. */
function giveUpReason(until: string | null, { context }: Owner, isInterrupted: boolean): string | null {
  if (isInterrupted) return "The command was interrupted; the rest is read while Tidemark runs.";
  if (until === null || Date.parse(until) - context.clock.now() <= maxPauseMs) return null;
  return `The archive is asked again from ${until} on; the rest is read then, while Tidemark runs.`;
}

interface Waiting {
  readonly progress: Progress;
  readonly interruption: Interruption;
}

type FetchOutcome = FetchResult & { readonly isFailed: boolean };

/** Reads a product's copies. Throws `CommandError` if no archive may be asked for it. */
async function fetchProduct(
  owner: Owner,
  productKey: string,
  { since, archive }: FetchOptions,
  { progress, interruption }: Waiting,
): Promise<FetchOutcome> {
  const request = { product_keys: [productKey], ...(since && { since }), ...(archive && { archive }) };
  const [asked] = (await owner.call("history.fetch", request)).products;
  if (asked?.reason != null) throw new CommandError(asked.reason);
  for (;;) {
    const prices = readSamples(owner.context, { product_key: productKey });
    const { state, copies, read, added, samples, paused_until: until } = prices;
    progress.update(read, copies === 0 ? null : copies);
    const gaveUp = state === "open" ? giveUpReason(until, owner, interruption.isOver()) : null;
    if (state !== "open" || gaveUp !== null) {
      const days = samples.map(({ timestamp }) => timestamp.slice(0, 10));
      const [from = null, to = null] = [days[0], days.at(-1)];
      const reason = gaveUp ?? prices.reason;
      return { product_key: productKey, copies, read, added, from, to, reason, isFailed: gaveUp !== null };
    }
    await Promise.race([owner.workOnArchive(), interruption.reached]);
  }
}

async function tryFetch(owner: Owner, keyOrLink: string, options: FetchOptions, waiting: Waiting) {
  let key = keyOrLink;
  try {
    key = requireProductKey(owner.context.db, keyOrLink);
    return await fetchProduct(owner, key, options, waiting);
  } catch (error) {
    return { product_key: key, ...noPrices, reason: toReason(error), isFailed: true };
  }
}

const fetchColumns: Columns<FetchResult> = {
  product: ({ product_key: productKey }) => productKey,
  copies: ({ copies }) => String(copies),
  read: ({ read }) => String(read),
  prices: ({ added }) => String(added),
  from: ({ from }) => from ?? "",
  to: ({ to }) => to ?? "",
  note: ({ reason }) => reason ?? "",
};

/**
 * Reads archived copies of products, one product after the other. Returns a sentence that counts the products whose
 * older prices are not complete; null if there are none.
 */
export async function fetchHistories(
  owner: Owner,
  given: readonly string[],
  options: FetchOptions,
): Promise<string | null> {
  const products = new Set(given);
  let incomplete = products.size;
  const interruption = untilInterrupted();
  const progress = new Progress("copies");
  const results = async function* () {
    for (const each of products) {
      const { isFailed, ...result } = await tryFetch(owner, each, options, { progress, interruption });
      if (!isFailed) incomplete--;
      yield result;
      if (interruption.isOver()) return;
    }
  };
  try {
    await printResults(results(), fetchColumns, { ...options, progress });
  } finally {
    interruption.end();
  }
  return incomplete === 0
    ? null
    : `Older prices of ${incomplete} of ${products.size} products are not complete.`;
}

async function fetchCommand(given: readonly string[], options: FetchOptions): Promise<void> {
  const problem = await withOwner(options, (owner) => fetchHistories(owner, given, options));
  if (problem !== null) throw new CommandError(problem);
}

export function addHistoryCommand(program: Command): void {
  const history = program
    .command("history")
    .argument("<product>", "key of a product or link of one of its pages")
    .description("Show every known price of every offer.")
    .addOption(program.createOption("--csv", "print CSV").conflicts("json"))
    .option(...jsonOption)
    .action(withGlobals(historyCommand));
  history
    .command("fetch")
    .argument("<product...>", "keys of products or links of their pages")
    .description("Read older prices from archived copies of the products' pages.")
    .option("--since <date>", "leave out older copies", parseDate)
    .option(
      "--archive <url>",
      "another archive with a Wayback index (default: the Internet Archive)",
      parsePlace,
    )
    .option(...jsonOption)
    .action(withGlobals(fetchCommand));
}
