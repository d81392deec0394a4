import type { Command } from "commander";
import type { UnsentDelivery } from "../../operations/deliveries/unsent.js";
import { parseId, withGlobals } from "../arguments.js";
import { type Columns, formatTime, jsonOption, type OutputOptions, printResults } from "../output.js";
import { withReadableContext } from "../owner.js";

const columns: Columns<UnsentDelivery> = {
  status: ({ status }) => status,
  to: ({ to }) => to,
  product: ({ product, alerts }) => (alerts > 1 ? `${product} and ${alerts - 1} more` : product),
  attempts: ({ attempts }) => String(attempts),
  next: ({ next_attempt_at: nextAttemptAt }) => formatTime(nextAttemptAt),
  reason: ({ reason }) => reason ?? "",
};

type ListOptions = OutputOptions & { readonly channel?: number };

async function listCommand({ channel, ...options }: ListOptions): Promise<void> {
  const { listUnsent } = await import("../../operations/deliveries/unsent.js");
  await withReadableContext(options, (context) =>
    printResults(listUnsent(context, channel ?? null), columns, options),
  );
}

export function addDeliveriesCommands(program: Command): void {
  const deliveries = program
    .command("deliveries")
    .description("Show the messages and webhook events that have not arrived.");
  deliveries
    .command("list")
    .description("Show the messages and webhook events that wait or failed, newest first, with the reason.")
    .option("--channel <id>", "only those of this channel, from 'channels list'", parseId)
    .option(...jsonOption)
    .action(withGlobals(listCommand));
}
