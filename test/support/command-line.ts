import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { scratchFolder } from "./disk.js";
import { appFolder } from "./electron.js";

const execFileAsync = promisify(execFile);

/** Runs the command line beside the open app, on its data folder. Rejects when the command fails. */
export async function tidemarkCommand(dataFolder: string, ...args: string[]): Promise<string> {
  const cli = join(appFolder, "out/main/cli.js");
  return (await execFileAsync(process.execPath, [cli, ...args, "--data", dataFolder])).stdout;
}

export const kettle = { service: "product/test-kettle/k1", title: "Northlight Gooseneck Kettle" } as const;

/** Imports a product that one shop sells at this price. */
export async function importKettle(dataFolder: string, price: number): Promise<void> {
  const folder = scratchFolder("import");
  const file = join(folder.path, "kettle.jsonl");
  const offer = {
    id: "kettle-shop",
    retailer: "shop.example",
    price,
    currency: "USD",
    availability: "in",
    condition: "new",
    URL: "https://shop.example/kettle",
    timestamp: new Date().toISOString(),
  };
  writeFileSync(file, `${JSON.stringify({ type: "product", ...kettle, offers: [offer] })}\n`);
  await tidemarkCommand(dataFolder, "import", file);
  folder.remove();
}
