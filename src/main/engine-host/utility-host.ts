import { existsSync } from "node:fs";
import { utilityProcess } from "electron";
import type { EngineRequest } from "../../shared/engine-process.js";
import { engineEnvironment, engineFlags } from "./engine-environment.js";
import { type EngineHost, EngineUnavailable } from "./engine-host.js";
import { parseEngineReply } from "./engine-message.js";
import { logLines } from "./log-lines.js";

export interface UtilityHostOptions {
  readonly scriptPath: string;
  /** For what Node has compiled. */
  readonly cacheFolder: string;
  readonly log: (line: string) => void;
}

/** Hosts the engine in one of Electron's utility processes: nothing else needs to be installed. */
export function utilityHost({ scriptPath, cacheFolder, log }: UtilityHostOptions): EngineHost {
  return {
    spawn(start, events) {
      if (!existsSync(scriptPath)) throw new EngineUnavailable(`There is no ${scriptPath}`);
      const child = utilityProcess.fork(scriptPath, [], {
        serviceName: "Tidemark engine",
        env: engineEnvironment(process.env, cacheFolder),
        execArgv: engineFlags,
        stdio: "pipe",
      });
      logLines(child.stdout, log);
      logLines(child.stderr, log);
      child.on("message", (message: unknown) => {
        const reply = parseEngineReply(message);
        if (reply) events.onReply(reply);
      });
      child.once("exit", (code) => events.onExit(`exit code ${code}`));
      const send = (request: EngineRequest) => child.postMessage(request);
      // Not an argument: whoever lists processes would read the key in it.
      send({ kind: "start", start });
      return {
        send,
        // Electron's own `kill` only asks; a hung engine does not listen.
        kill: () => void (child.pid !== undefined && process.kill(child.pid, "SIGKILL")),
      };
    },
  };
}
