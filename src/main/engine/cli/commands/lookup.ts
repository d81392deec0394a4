import type { Command } from "commander";
import type { ProductWithOffers } from "../../../../shared/contract/offer.js";
import { accountByName } from "../../db/account.js";
import { defaultAccountName } from "../../operations/account/accounts.js";
import { perform } from "../../operations/perform.js";
import { noEffects } from "../../operations/request/effects.js";
import { CommandError, type GlobalOptions, printJson, withStore } from "../environment.js";
import { formatAvailability, formatPrice, formatTable, formatTime } from "../output.js";

interface LookupOptions extends GlobalOptions {
  readonly json?: boolean;
}

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
  const heading = `${product.title}\n  ${product.service} (matched by ${product.match?.by ?? "?"})`;
  if (product.offers.length === 0) return `${heading}\n  no offers`;
  const table = formatTable([columns, ...product.offers.map(offerCells)]);
  return `${heading}\n${table.replaceAll(/^/gm, "  ")}`;
}

async function lookupCommand(identifiers: string[], options: LookupOptions): Promise<void> {
  await withStore(options, (context) => {
    const account = accountByName(context.db, defaultAccountName);
    if (account === undefined) throw new CommandError("This data folder has no default account.");
    const call = { operation: "offers.get", input: () => ({ ids: identifiers }) } as const;
    const caller = { kind: "owner", accountId: account.id } as const;
    const outcome = perform({ ...context, effects: noEffects }, { caller, call });
    if (!outcome.ok) throw new CommandError(`${outcome.error.message} ${outcome.error.action}`);
    if (options.json === true) printJson(outcome.result.data);
    else process.stdout.write(`${outcome.result.data.map(formatProduct).join("\n\n")}\n`);
  });
}

export function addLookupCommand(program: Command): void {
  program
    .command("lookup")
    .argument("<identifier...>", "barcode, ASIN, URL, model, MPN, name or product id")
    .description("Show the product with its offers for each identifier.")
    .option("--json", "print JSON")
    .action((identifiers: string[], _options: unknown, command: Command) =>
      lookupCommand(identifiers, command.optsWithGlobals()),
    );
}
