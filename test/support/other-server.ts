import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { appFolder } from "./electron.js";

/** Another Tidemark server on this computer, which the app under test connects to. */
export interface OtherServer {
  readonly base_url: string;
  readonly api_key: string;
  stop(): Promise<void>;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (more: Buffer) => {
      text += more.toString();
      if (text.includes("\n")) resolve(text);
    });
    child.once("close", (code) => reject(new Error(`The server exited with ${code}.`)));
  });
}

export async function startOtherServer(dataFolder: string, port = 0): Promise<OtherServer> {
  const cli = join(appFolder, "out/main/cli.js");
  const child = spawn(process.execPath, [cli, "serve", "--port", String(port), "--data", dataFolder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { base_url, api_key } = JSON.parse(await firstLine(child)) as OtherServer;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
  };
  return { base_url, api_key, stop };
}
