import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { utilityProcess } from "electron";
import type { EngineReply, EngineRequest } from "../../shared/engine-process.js";
import { type EngineHost, EngineUnavailable } from "./engine-host.js";

/** Variables that would run the engine as plain Node, or attach a debugger meant for main. */
const excludedVariables = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "ELECTRON_NO_ATTACH_CONSOLE"];

/**
 * Main's environment without the variables meant for main alone. Node's compile cache in `cacheFolder` makes later
 * starts faster.
 */
export function engineEnvironment(
  environment: NodeJS.ProcessEnv,
  cacheFolder: string,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !excludedVariables.includes(entry[0]),
  );
  return { NODE_COMPILE_CACHE: cacheFolder, ...Object.fromEntries(entries) };
}

/** The engine is idle almost always, so a small young generation saves about 13 MB at little cost in speed. */
const v8Flags = ["--max-semi-space-size=2"];

export interface UtilityHostOptions {
  /** The built engine. */
  readonly scriptPath: string;
  /** Node's compile cache. */
  readonly cacheFolder: string;
  readonly log: (line: string) => void;
}

/** Runs the engine in one of Electron's utility processes. */
export function utilityHost({ scriptPath, cacheFolder, log }: UtilityHostOptions): EngineHost {
  return {
    spawn(start, listener) {
      if (!existsSync(scriptPath)) throw new EngineUnavailable(`${scriptPath} does not exist`);
      const child = utilityProcess.fork(scriptPath, [], {
        serviceName: "Tidemark engine",
        env: engineEnvironment(process.env, cacheFolder),
        execArgv: v8Flags,
        stdio: "pipe",
      });
      logLines(child.stdout, log);
      logLines(child.stderr, log);
      // Our own program, as main is to the engine: the shape of its messages is trusted.
      child.on("message", (reply: EngineReply) => listener.onReply(reply));
      child.once("exit", (code) => listener.onExit(`exit code ${code}`));
      const send = (request: EngineRequest) => child.postMessage(request);
      // A message, because the arguments of a process are visible to every user of the computer.
      send({ kind: "start", start });
      return {
        send,
        // Electron's own `kill` sends SIGTERM, which a hung engine ignores.
        kill: () => void (child.pid !== undefined && process.kill(child.pid, "SIGKILL")),
      };
    },
  };
}

/** Logs each line. Unread output would fill the pipe and block the engine. */
function logLines(stream: NodeJS.ReadableStream | null, log: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream as Readable }).on("line", (line) => {
    if (line.trim() !== "") log(`engine: ${line}`);
  });
}
