import type { Command } from "commander";
import { offersOfProduct } from "../../db/prices/offer.js";
import { readAllPoints } from "../../db/prices/price-history.js";
import { productIdByKey } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { fromMinor } from "../../domain/money.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { writeCsv } from "../../http/csv.js";
import { withGlobals } from "../arguments.js";
import { withReadableStore } from "../environment.js";
import {
  type Columns,
  formatAvailability,
  formatPrice,
  formatTime,
  jsonOption,
  type OutputOptions,
  printResults,
} from "../output.js";
import { requireProductKey } from "../products.js";

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

/** Every known point, offer by offer, the oldest first. */
function* knownPoints(db: ReadDb, productKey: string): Generator<HistoryPoint> {
  const productId = productIdByKey(db, productKey);
  if (productId === undefined) return;
  for (const { id, publicId, retailer, currency, url } of offersOfProduct(db, productId))
    for (const { priceMinor, availability, atMs } of readAllPoints(db, id))
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

const csvHeader = [
  "product_key",
  "offer_id",
  "retailer",
  "price",
  "currency",
  "availability",
  "timestamp",
  "url",
] as const;

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
    const rows = [...points].map((point) => csvHeader.map((name) => point[name]));
    process.stdout.write(writeCsv(csvHeader, rows));
  });
}

export function addHistoryCommand(program: Command): void {
  program
    .command("history")
    .argument("<product>", "key of a product or link of one of its pages")
    .description("Show every known price of every offer.")
    .addOption(program.createOption("--csv", "print CSV").conflicts("json"))
    .option(...jsonOption)
    .action(withGlobals(historyCommand));
}
