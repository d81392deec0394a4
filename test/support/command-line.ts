import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ProductLine } from "./catalogue.js";
import { scratchFolder } from "./disk.js";
import { appFolder } from "./electron.js";

const cliFile = join(appFolder, "out/main/cli.js");
const execFileAsync = promisify(execFile);

/** Runs the command line beside the open app, on its data folder. Rejects when the command fails. */
async function runTidemark(dataFolder: string, ...args: string[]): Promise<string> {
  return (await execFileAsync(process.execPath, [cliFile, ...args, "--data", dataFolder])).stdout;
}

/** Imports a product beside the open app, and returns its product key. */
export async function importProduct(dataFolder: string, product: ProductLine): Promise<string> {
  const folder = scratchFolder("import");
  const file = join(folder.path, "product.jsonl");
  const { offers = [] } = product;
  // A line for each offer, because a long history may fill one.
  const lines = offers.length === 0 ? [product] : offers.map((offer) => ({ ...product, offers: [offer] }));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await runTidemark(dataFolder, "import", file);
  folder.remove();
  return product.service ?? "";
}

export const kettle = { service: "product/test-kettle/k1", title: "Northlight Gooseneck Kettle" } as const;

/** Imports a product that one shop sells at this price. */
export async function importKettle(dataFolder: string, price: number): Promise<void> {
  const offer = {
    id: "kettle-shop",
    retailer: "shop.example",
    price,
    currency: "USD",
    availability: "in",
    condition: "new",
    URL: "https://shop.example/kettle",
    timestamp: new Date().toISOString(),
  } as const;
  await importProduct(dataFolder, { type: "product", ...kettle, offers: [offer] });
}

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
  const child = spawn(process.execPath, [cliFile, "serve", "--port", String(port), "--data", dataFolder], {
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
