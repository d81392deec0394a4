import type { Command } from "commander";
import { CommandError } from "../../src/main/engine/cli/environment.js";
import type { TrainOptions } from "./train.js";

async function gather(list: string, folder: string): Promise<void> {
  const { gatherPages } = await import("./gather.js");
  const missing = await gatherPages(list, folder);
  if (missing.length > 0) throw new CommandError(`Not gathered:\n${missing.join("\n")}`);
}

async function train(folders: readonly string[], options: TrainOptions): Promise<void> {
  // Loaded on demand, so that other commands start without the HTML parser.
  const { trainModel } = await import("./train.js");
  process.stdout.write(`${trainModel(folders, options)}\n`);
}

export function addPriceModel(program: Command): void {
  const command = program
    .command("price-model")
    .description("Learn and test the weights of the price score.");
  command
    .command("gather")
    .argument("<list>", "file such as tools/price-model/pages.jsonl")
    .argument("<folder>", "where the pages are saved")
    .description("Download the pages that the weights are learned from.")
    .action(gather);
  command
    .command("train")
    .argument("<folders...>", "folders with pages and an expected.jsonl with their correct values")
    .description("Learn the weights, and print how well they do on shops that they have not seen.")
    .option("--test <folders...>", "folders that are only tested", [])
    .option("--output <file>", "write the weights to a file")
    .action(train);
}
