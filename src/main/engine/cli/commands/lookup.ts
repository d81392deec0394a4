import type { Command } from "commander";
import type { ProductWithOffers } from "../../../../shared/contract/offer.js";
import { offersOfProduct, type StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb } from "../../db/store.js";
import { availabilityCodes } from "../../domain/price-point.js";
import { trustedOffers } from "../../operations/products/best-offer.js";
import { toContractOffer } from "../../operations/products/read-offers.js";
import { withMatch } from "../../operations/products/read-products.js";
import { resolveIdentifier } from "../../operations/products/resolve-identifiers.js";
import { withGlobals } from "../arguments.js";
import { CommandError, printJson, printToStderr, withReadableStore } from "../environment.js";
import {
  formatAvailability,
  formatPrice,
  formatTable,
  formatTime,
  type OutputOptions,
  toCell,
} from "../output.js";

const columns = ["retailer", "price", "availability", "condition", "seller", "seen"] as const;

function offerCells(offer: ProductWithOffers["offers"][number]): string[] {
  return [
    offer.retailer,
    formatPrice(offer.price, offer.currency),
    formatAvailability(offer.availability),
    offer.condition_grade ?? offer.condition ?? "",
    offer.seller ?? "",
    formatTime(offer.timestamp),
  ];
}

function formatProduct(product: ProductWithOffers): string {
  const heading = `${toCell(product.title)}\n  ${product.service} (matched by ${product.match?.by ?? "?"})`;
  if (product.offers.length === 0) return `${heading}\n  no offers`;
  const table = formatTable([columns, ...product.offers.map(offerCells)]);
  return `${heading}\n${table.replaceAll(/^/gm, "  ")}`;
}

/** In stock first, then by price within each currency. */
function byUse(one: StoredOffer, other: StoredOffer): number {
  return (
    Number(one.availability !== availabilityCodes.in) - Number(other.availability !== availabilityCodes.in) ||
    one.currency.localeCompare(other.currency) ||
    one.priceMinor - other.priceMinor
  );
}

/** A product with its trusted offers in every currency, unlike the API's. */
function lookUp(db: ReadDb, identifier: string): ProductWithOffers | null {
  const matched = resolveIdentifier(db, identifier);
  if (matched === null) return null;
  const offers = trustedOffers(offersOfProduct(db, matched.id), null).toSorted(byUse);
  return { ...withMatch(matched), offers: offers.map((offer) => toContractOffer(offer, [])) };
}

async function lookupCommand(identifiers: string[], options: OutputOptions): Promise<void> {
  const distinct = [...new Set(identifiers)];
  const results = await withReadableStore(options, ({ db }) => distinct.map((each) => lookUp(db, each)));
  const found = results.filter((product) => product !== null);
  if (options.json === true) printJson(found);
  else if (found.length > 0) process.stdout.write(`${found.map(formatProduct).join("\n\n")}\n`);
  const unknown = distinct.filter((_identifier, i) => results[i] === null).map(describeUnknown);
  for (const line of unknown.slice(0, -1)) printToStderr(line);
  const last = unknown.at(-1);
  if (last !== undefined) throw new CommandError(last);
}

function describeUnknown(identifier: string): string {
  return `No product matches '${identifier.slice(0, 200)}'. Check it, or look up words of its title.`;
}

export function addLookupCommand(program: Command): void {
  program
    .command("lookup")
    .argument("<identifier...>", "barcode, ASIN, URL, model, MPN, name or product id")
    .description("Show the product with its offers for each identifier.")
    .option("--json", "print JSON")
    .action(withGlobals(lookupCommand));
}
