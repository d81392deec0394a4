import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { EngineRequest } from "../../shared/engine-process.js";
import { engineEnvironment, engineFlags } from "./engine-environment.js";
import { type EngineHost, EngineUnavailable } from "./engine-host.js";
import { parseEngineReply } from "./engine-message.js";
import { logLines } from "./log-lines.js";

/** An engine that has cut its connection is ending; its exit is awaited for this long. */
const exitAfterDisconnectMs = 1_000;

export interface NodeHostOptions {
  /** A Node that is new enough for the engine's database driver. */
  readonly nodePath: string;
  readonly scriptPath: string;
  /** For what Node has compiled. */
  readonly cacheFolder: string;
  readonly log: (line: string) => void;
}

/** Hosts the engine in a plain Node process that is not Electron's. */
export function nodeHost({ nodePath, scriptPath, cacheFolder, log }: NodeHostOptions): EngineHost {
  return {
    spawn(start, events) {
      for (const path of [nodePath, scriptPath]) {
        if (!existsSync(path)) throw new EngineUnavailable(`There is no ${path}`);
      }
      // Not `fork`: Electron's version of it sets ELECTRON_RUN_AS_NODE, which the engine's own children would inherit.
      const child = spawn(nodePath, [...engineFlags, scriptPath], {
        env: engineEnvironment(process.env, cacheFolder),
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        windowsHide: true,
        // Out of the terminal's process group: Ctrl+C reaches main alone, which then ends the engine in good order.
        detached: process.platform !== "win32",
      });
      logLines(child.stdout, log);
      logLines(child.stderr, log);
      child.on("message", (message) => {
        const reply = parseEngineReply(message);
        if (reply) events.onReply(reply);
      });
      onceEnded(child, events.onExit);
      // A failed send means that it is ending; its exit is reported on its own.
      const send = (request: EngineRequest) => void (child.connected && child.send(request, () => undefined));
      // Not an argument: whoever lists processes would read the key in it.
      send({ kind: "start", start });
      return {
        send,
        kill: () => void child.kill("SIGKILL"),
      };
    },
  };
}

function onceEnded(child: ChildProcess, onExit: (reason: string) => void): void {
  let isReported = false;
  const report = (reason: string) => {
    if (!isReported) onExit(reason);
    isReported = true;
  };
  child.once("exit", (code, signal) => report(signal ? `signal ${signal}` : `exit code ${code}`));
  // The system's own notice of an exit can get lost where other parts of Electron wait for children, too.
  child.once("disconnect", () => {
    setTimeout(() => {
      child.kill("SIGKILL");
      report("its connection closed");
    }, exitAfterDisconnectMs).unref();
  });
  child.once("error", (error) => {
    // Without a pid there never was a process, and no exit will follow.
    if (child.pid === undefined) report(error.message);
  });
}
