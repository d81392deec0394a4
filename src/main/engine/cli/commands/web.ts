import type { Command } from "commander";
import type { WebDevice } from "../../../../shared/app/web.js";
import { isLoopbackHost } from "../../../../shared/node/address-guard.js";
import { listDevices } from "../../operations/devices/devices.js";
import { parseId, withGlobals } from "../arguments.js";
import { CommandError } from "../environment.js";
import {
  type Columns,
  formatTime,
  jsonOption,
  type OutputOptions,
  printResult,
  printResults,
} from "../output.js";
import { withOwner, withReadableContext } from "../owner.js";

interface Pairing {
  readonly url: string;
  readonly code: string;
  readonly expires_at: string;
}

/** The address without the code that is for cameras. */
function addressOf({ url }: Pairing): string {
  return new URL("/", url).href;
}

async function pairCommand(options: OutputOptions): Promise<void> {
  const pairing = await withOwner(options, ({ call }) => call("web.start_pairing", {}));
  const columns: Columns<Pairing> = {
    address: addressOf,
    code: ({ code }) => code,
    expires: ({ expires_at: expiresAt }) => formatTime(expiresAt),
  };
  await printResults([pairing], columns, options);
  if (options.json === true) return;
  const { renderUnicodeCompact } = await import("uqr");
  process.stdout.write(`\n${renderUnicodeCompact(pairing.url, { border: 2 })}\n`);
  if (isLoopbackHost(new URL(pairing.url).hostname))
    process.stderr.write(
      "Only this computer reaches that address. For a phone, start 'serve' with --listen, or with --public-url behind a proxy.\n",
    );
}

const columns: Columns<WebDevice> = {
  id: ({ id }) => String(id),
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  paired: ({ created_at: createdAt }) => formatTime(createdAt),
  seen: ({ last_seen_at: seenAt }) => formatTime(seenAt),
};

function listCommand(options: OutputOptions): Promise<void> {
  return withReadableContext(options, (context) =>
    printResults(listDevices(context).devices, columns, options),
  );
}

async function revokeCommand(id: number, options: OutputOptions): Promise<void> {
  const { revoked } = await withOwner(options, ({ call }) => call("web.revoke", { id }));
  if (!revoked)
    throw new CommandError(`There is no device with the id ${id}. 'tidemark web list' shows all devices.`);
  await printResult({ id, revoked }, options);
}

export function addWebCommands(program: Command): void {
  const web = program
    .command("web")
    .description("Pair phones and other computers with the page of 'serve --web', list or revoke them.");
  web
    .command("pair")
    .description("Print an address, a code and a QR code that pair one device within five minutes.")
    .option(...jsonOption)
    .action(withGlobals(pairCommand));
  web
    .command("list")
    .description("Show the paired devices.")
    .option(...jsonOption)
    .action(withGlobals(listCommand));
  web
    .command("revoke")
    .argument("<id>", "id of the device, from 'web list'", parseId)
    .description("End a device's access at once.")
    .option(...jsonOption)
    .action(withGlobals(revokeCommand));
}
