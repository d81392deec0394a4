import type { Command } from "commander";
import { CommandError, printJson } from "../../src/main/engine/cli/environment.js";

async function score(folder: string, options: { readonly json?: boolean }): Promise<void> {
  // Loaded on demand, so that other commands start without the HTML parser.
  const { scoreFolder, ScoreFailure } = await import("./score-folder.js");
  const { formatScores } = await import("./score-table.js");
  try {
    const pages = scoreFolder(folder);
    if (options.json === true)
      printJson(pages.map(({ page, score: { judged, misses } }) => ({ file: page.file, judged, misses })));
    else process.stdout.write(`${formatScores(pages)}\n`);
    const wrong = pages.filter(({ score: { misses } }) => misses.length > 0).length;
    if (wrong > 0) throw new CommandError(`${wrong} of ${pages.length} pages are not read as expected.`);
  } catch (error) {
    if (error instanceof ScoreFailure) throw new CommandError(error.message);
    throw error;
  }
}

export function addScore(program: Command): void {
  program
    .command("score")
    .argument("<folder>", "folder with pages and an expected.jsonl with their correct values")
    .description("Score the extraction of saved pages against the expected values, as a table.")
    .option("--json", "each page's fields and misses as JSON")
    .action(score);
}
