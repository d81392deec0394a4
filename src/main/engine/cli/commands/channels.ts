import { type Command, InvalidArgumentError, Option } from "commander";
import { type ChannelKind, type ChannelSummary, channelKind } from "../../../../shared/app/channels.js";
import { collectionPattern } from "../../../../shared/collection.js";
import { parseChannelAddress } from "../../domain/channels/parse-address.js";
import { parseId, parseKeyFile, withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson, printToStderr } from "../environment.js";
import { type OwnerOptions, withOwner, withReadableContext } from "../owner.js";

interface SetOptions extends GlobalOptions {
  readonly name?: string;
  readonly collect?: string;
}

interface AddOptions extends SetOptions {
  readonly kind?: ChannelKind;
}

function parseCollect(text: string): string {
  if (collectionPattern.test(text)) return text;
  throw new InvalidArgumentError("It is at-once, hourly, or a time such as daily@18 or weekly@mon@18.");
}

/** Imported on demand, so that other commands start without it. */
const load = () => import("../../operations/channels/channels.js");

async function listCommand(options: GlobalOptions): Promise<void> {
  const { listChannels } = await load();
  const channels = await withReadableContext(options, listChannels);
  // Only the engine has the key to the addresses, so this command cannot know whether it fits.
  printJson(channels.map(({ problem: _problem, ...channel }) => channel));
}

function printChannel({ id, kind, name, description, collect }: ChannelSummary): void {
  printJson({ id, kind, name, description, ...(collect === "at-once" ? {} : { collect }) });
}

async function addCommand(address: string, { name, kind, collect, ...options }: AddOptions): Promise<void> {
  const { saveChannel } = await load();
  const request = { address, name, kind, collect };
  const { channel } = await withOwner(options, async ({ context }) => saveChannel(context, request));
  printChannel(channel);
  const mayBeNtfy = kind === undefined && channel.kind === "json";
  if (mayBeNtfy && parseChannelAddress(address, "ntfy").kind === "ntfy")
    printToStderr(
      "This channel sends JSON for programs. For a topic of an ntfy server, add it with --kind ntfy.",
    );
}

async function setCommand(id: number, { name, collect, ...options }: SetOptions): Promise<void> {
  const { saveChannel } = await load();
  const { channel } = await withOwner(options, async ({ context }) =>
    saveChannel(context, { id, name, collect }),
  );
  printChannel(channel);
}

async function testCommand(id: number, options: OwnerOptions): Promise<void> {
  const { sealed } = await load();
  const { delivered, error, action } = await withOwner(options, ({ call }) => call("channels.test", { id }));
  if (error === sealed.message && options.secretKey === undefined)
    throw new CommandError("The address is encrypted. Name the key file of 'serve' with --secret-key FILE.");
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

const nameOption = ["--name <name>", "name of the channel"] as const;
const collectOption = [
  "--collect <when>",
  "when to send alerts: at-once, hourly, daily@18 or weekly@mon@18",
  parseCollect,
] as const;

export function addChannelsCommands(program: Command): void {
  const channels = program
    .command("channels")
    .description("List, add, change, test or remove the services to which alerts are sent.");
  channels
    .command("list")
    .description("Print the channels as a JSON array, without their secrets.")
    .action(withGlobals(listCommand));
  channels
    .command("add")
    .argument("<url>", "URL or token of the service")
    .description("Add a channel and print it.")
    .option(...nameOption)
    .addOption(new Option("--kind <kind>", "kind of a server of your own").choices(channelKind.options))
    .option(...collectOption)
    .action(withGlobals(addCommand));
  channels
    .command("set")
    .argument("<id>", "id of the channel, from 'channels list'", parseId)
    .description("Change a channel's name, or when it sends alerts, and print it.")
    .option(...nameOption)
    .option(...collectOption)
    .action(withGlobals(setCommand));
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
