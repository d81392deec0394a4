import type { Command } from "commander";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import { withGlobals } from "../arguments.js";
import { CommandError } from "../environment.js";
import { confirm, isInteractive } from "../input.js";
import { type Columns, formatTime, jsonOption, type OutputOptions, printResults } from "../output.js";
import { requireProductKey, withOwner, withReadableContext } from "../owner.js";

type AddOptions = OutputOptions & { readonly key: string };

const columns: Columns<UpstreamSummary> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ base_url: baseUrl }) => baseUrl,
  state: ({ state }) => state,
  credits: ({ credits_remaining: credits }) => (credits === null ? "" : String(credits)),
  "last contact": ({ last_contact_at: at }) => formatTime(at),
  note: ({ note }) => note ?? "",
};

function listCommand(options: OutputOptions): Promise<void> {
  return withReadableContext(options, async (context) =>
    printResults((await (await context.upstreams()).list()).upstreams, columns, options),
  );
}

function addCommand(url: string, { key, ...options }: AddOptions): Promise<void> {
  return withOwner(options, async ({ call }) =>
    printResults([await call("upstreams.add", { base_url: url, key })], columns, options),
  );
}

function removeCommand(id: string, options: OutputOptions): Promise<void> {
  return withOwner(options, async ({ context, call }) => {
    const { upstreams } = await (await context.upstreams()).list();
    const service = upstreams.find((each) => each.id === id);
    if (service === undefined)
      throw new CommandError(`There is no service with the id ${id}. 'tidemark services list' shows all.`);
    await call("upstreams.remove", { id });
    await printResults([service], columns, options);
  });
}

interface FetchedHistory {
  readonly product_key: string;
  readonly service: string;
  readonly credits: number;
}

const historyColumns: Columns<FetchedHistory> = {
  product: ({ product_key: productKey }) => productKey,
  service: ({ service }) => service,
  credits: ({ credits }) => String(credits),
};

type HistoryOptions = OutputOptions & { readonly yes?: boolean };

function historyCommand(keyOrLink: string, options: HistoryOptions, command: Command): Promise<void> {
  const mustAsk = options.yes !== true;
  if (mustAsk && !isInteractive())
    command.error("error: without a terminal to ask on, spending credits needs the option '--yes'");
  return withOwner(options, async ({ context, call }) => {
    const product_key = requireProductKey(context.db, keyOrLink);
    const { offer } = await call("upstreams.history", { product_key });
    if (offer === null)
      throw new CommandError(
        "No connected service can be asked for a history of this product that was not yet fetched.",
      );
    const { service, credits, credits_remaining: left } = offer;
    const price = `${credits}${left === null ? "" : ` of your ${left}`} credits at ${service}`;
    const disclosure = offer.asks === null ? "" : ` It is told ${offer.asks}.`;
    if (
      mustAsk &&
      !(await confirm(`The prices of the past year cost up to ${price}.${disclosure} Get them?`))
    )
      throw new CommandError("Nothing was fetched.");
    const { unknown_to: unknownTo } = await call("upstreams.history", { product_key, fetch: true });
    if (unknownTo !== null) throw new CommandError(`${unknownTo} does not know this product.`);
    await printResults([{ product_key, service, credits }], historyColumns, options);
  });
}

export function addServicesCommands(program: Command): void {
  const services = program
    .command("services")
    .description(
      "List, connect or disconnect other servers with the same API, and fetch histories from them.",
    );
  services
    .command("list")
    .description("Show the connected services, without their keys.")
    .option(...jsonOption)
    .action(withGlobals(listCommand));
  services
    .command("add")
    .argument("<url>", "base URL of the service's API")
    .description("Connect a service, which is asked for its usage first.")
    .requiredOption("--key <key>", "API key of the service")
    .option(...jsonOption)
    .action(withGlobals(addCommand));
  services
    .command("history")
    .argument("<product>", "key of a product or link of one of its pages")
    .description("Fetch a product's history of the past year, after a look at its price in credits.")
    .option("--yes", "do not ask")
    .option(...jsonOption)
    .action(withGlobals(historyCommand));
  services
    .command("remove")
    .argument("<id>", "id of the service, from 'services list'")
    .description("Disconnect a service; products and prices from it stay.")
    .option(...jsonOption)
    .action(withGlobals(removeCommand));
}
