import type { Command } from "commander";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import { CommandError } from "../environment.js";
import { type Columns, formatTime, jsonOption, type OutputOptions, printResults } from "../output.js";
import { withOwner, withReadableContext } from "../owner.js";

interface AddOptions extends OutputOptions {
  readonly key: string;
}

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
    printResults((await context.upstreams.list()).upstreams, columns, options),
  );
}

function addCommand(url: string, { key, ...options }: AddOptions): Promise<void> {
  return withOwner(options, async ({ call }) =>
    printResults([await call("upstreams.add", { base_url: url, key })], columns, options),
  );
}

function removeCommand(id: string, options: OutputOptions): Promise<void> {
  return withOwner(options, async ({ context, call }) => {
    const { upstreams } = await context.upstreams.list();
    const service = upstreams.find((each) => each.id === id);
    if (service === undefined)
      throw new CommandError(`There is no service with the id ${id}. 'tidemark services list' shows all.`);
    await call("upstreams.remove", { id });
    await printResults([service], columns, options);
  });
}

export function addServicesCommands(program: Command): void {
  const services = program
    .command("services")
    .description("List, connect or disconnect other servers with the same API.");
  services
    .command("list")
    .description("Show the connected services, without their keys.")
    .option(...jsonOption)
    .action((_options: unknown, command: Command) => listCommand(command.optsWithGlobals()));
  services
    .command("add")
    .argument("<url>", "base URL of the service's API")
    .description("Connect a service, which is asked for its usage first.")
    .requiredOption("--key <key>", "API key of the service")
    .option(...jsonOption)
    .action((url: string, _options: unknown, command: Command) => addCommand(url, command.optsWithGlobals()));
  services
    .command("remove")
    .argument("<id>", "id of the service, from 'services list'")
    .description("Disconnect a service; products and prices from it stay.")
    .option(...jsonOption)
    .action((id: string, _options: unknown, command: Command) =>
      removeCommand(id, command.optsWithGlobals()),
    );
}
