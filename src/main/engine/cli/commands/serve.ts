import { type Command, InvalidArgumentError } from "commander";
import { ensureFolder } from "../../db/data-folder.js";
import { clockFrom } from "../../domain/clock.js";
import { startEngine } from "../../process/engine.js";
import { fileLog } from "../../process/log.js";
import { dataFolderOf, type GlobalOptions, printJson, tell } from "../environment.js";
import { parseInstant } from "../time-arguments.js";
import { version } from "../version.js";

/** Decision 1. */
const defaultPort = 47_115;

interface ServeOptions {
  readonly port: number;
  readonly sample?: boolean;
  readonly clock?: number;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

async function serve(options: ServeOptions, globals: GlobalOptions): Promise<void> {
  const dataFolder = dataFolderOf(globals);
  ensureFolder(dataFolder);
  const engine = await startEngine({
    dataFolder,
    port: options.port,
    sample: options.sample ?? false,
    version,
    log: fileLog(dataFolder),
    ...(options.clock === undefined ? {} : { clock: clockFrom(options.clock) }),
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        engine.stop().then(resolve, resolve);
      });
  });
  const firstChoiceTaken = options.port !== 0 && !engine.baseUrl.includes(`:${options.port}/`);
  if (firstChoiceTaken) tell(`Port ${options.port} is in use; the API answers at ${engine.baseUrl} instead.`);
  printJson({ base_url: engine.baseUrl, api_key: engine.createRunKey(), pid: process.pid, data: dataFolder });
  await stopped;
}

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Run the engine in the foreground and print one line of JSON when it answers.")
    .option("--port <n>", "port of the API; 0 picks a free one", parsePort, defaultPort)
    .option("--sample", "load the sample market if the data folder is new")
    .option("--clock <iso>", "start the engine's clock at this time (for tests)", parseInstant)
    .action((options: ServeOptions, command: Command) => serve(options, command.optsWithGlobals()));
}
