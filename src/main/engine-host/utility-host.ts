import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { utilityProcess } from "electron";
import type { EngineRequest } from "../../shared/engine-process.js";
import { engineEnvironment, v8Flags } from "./engine-environment.js";
import { type EngineHost, EngineUnavailable } from "./engine-host.js";
import { parseEngineReply } from "./engine-message.js";

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
      child.on("message", (message: unknown) => {
        const reply = parseEngineReply(message);
        if (reply) listener.onReply(reply);
      });
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
