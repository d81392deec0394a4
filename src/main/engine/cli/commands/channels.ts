import { type Command, Option } from "commander";
import { type ChannelKind, channelKind } from "../../../../shared/app/channels.js";
import { parseId, parseKeyFile, withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson } from "../environment.js";
import { type OwnerOptions, withOwner, withReadableContext } from "../owner.js";

interface AddOptions extends GlobalOptions {
  readonly name?: string;
  readonly kind?: ChannelKind;
}

/** Imported on demand, so that other commands start without it. */
const load = () => import("../../operations/channels/channels.js");

async function listCommand(options: GlobalOptions): Promise<void> {
  const { listChannels } = await load();
  const channels = await withReadableContext(options, listChannels);
  // Only the engine has the key to the addresses, so this command cannot know whether it fits.
  printJson(channels.map(({ problem: _problem, ...channel }) => channel));
}

async function addCommand(address: string, { name, kind, ...options }: AddOptions): Promise<void> {
  const { saveChannel } = await load();
  const request = {
    address,
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
  };
  const { channel } = await withOwner(options, async ({ context }) => saveChannel(context, request));
  printJson({ id: channel.id, kind: channel.kind, name: channel.name, description: channel.description });
}

async function testCommand(id: number, options: OwnerOptions): Promise<void> {
  const { testChannel } = await import("../../operations/channels/test-channel.js");
  const { delivered, error, action } = await withOwner(options, ({ context }) =>
    testChannel(context, { id }),
  );
  if (!delivered) throw new CommandError(`${error} ${action}`);
  printJson({ id, delivered });
}

async function removeCommand(id: number, options: GlobalOptions): Promise<void> {
  const { removeChannel, requireChannel } = await load();
  const { removed } = await withOwner(options, async ({ context }) => {
    requireChannel(context.db, id);
    return removeChannel(context, { id });
  });
  printJson({ id, removed });
}

export function addChannelsCommands(program: Command): void {
  const channels = program
    .command("channels")
    .description("List, add, test or remove the services to which alerts are sent.");
  channels
    .command("list")
    .description("Print the channels as a JSON array, without their secrets.")
    .action(withGlobals(listCommand));
  channels
    .command("add")
    .argument("<url>", "URL or token of the service")
    .description("Add a channel and print it.")
    .option("--name <name>", "name of the channel")
    .addOption(new Option("--kind <kind>", "kind of a server of your own").choices(channelKind.options))
    .action(withGlobals(addCommand));
  channels
    .command("test")
    .argument("<id>", "id of the channel, from 'channels list'", parseId)
    .description("Send a test alert to a channel.")
    .option(
      "--secret-key <file>",
      "file of 32 random bytes that the secrets in the database are encrypted with",
      parseKeyFile,
    )
    .action(withGlobals(testCommand));
  channels
    .command("remove")
    .argument("<id>", "id of the channel, from 'channels list'", parseId)
    .description("Remove a channel with its deliveries.")
    .action(withGlobals(removeCommand));
}
