import type { Command } from "commander";
import { CommandError, printJson } from "../environment.js";

async function score(folder: string, options: { readonly json?: boolean }): Promise<void> {
  // Loaded when asked for: every other command starts without the HTML parser.
  const { scoreFolder, ScoreFailure } = await import("../../extract/score/score-folder.js");
  const { scoreTable } = await import("../../extract/score/table.js");
  try {
    const pages = scoreFolder(folder);
    if (options.json === true) printJson(pages.map(({ page, score: of }) => ({ file: page.file, ...of })));
    else process.stdout.write(`${scoreTable(pages)}\n`);
    const wrong = pages.filter(({ score: of }) => of.misses.length > 0).length;
    if (wrong > 0) throw new CommandError(`${wrong} of ${pages.length} pages are not read as expected.`);
  } catch (error) {
    if (error instanceof ScoreFailure) throw new CommandError(error.message);
    throw error;
  }
}

export function addScore(program: Command): void {
  program
    .command("score")
    .argument("<folder>", "folder with pages and an expected.jsonl that says what a shopper reads on them")
    .description("Hold what is extracted from saved pages against what is expected, as a table.")
    .option("--json", "each page's fields and misses as JSON")
    .action(score);
}
