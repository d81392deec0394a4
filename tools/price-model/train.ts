import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract, type Page, readPageAmounts } from "../../src/main/engine/extract/extract.js";
import { featuresOf } from "../../src/main/engine/extract/score/features.js";
import type { PriceModel } from "../../src/main/engine/extract/score/price-score.js";
import type { Expectation } from "../score/expectation.js";
import { expectedPages, readPage } from "../score/score-folder.js";
import { type Outcome, outcomeOf, outcomes } from "../score/score-page.js";
import { fitModel, type LabelledPage } from "./fit.js";

interface TestPage extends LabelledPage {
  readonly folder: string;
  readonly page: Page;
  readonly expect: Expectation;
  readonly fold: number;
}

const folds = 10;

/** Pages of one shop are alike, so they are learned from or tested on together. */
function foldOf(url: string): number {
  const host = new URL(url).hostname.replace(/^www\./, "");
  return (createHash("sha256").update(host).digest()[1] ?? 0) % folds;
}

function readFolder(folder: string): TestPage[] {
  return expectedPages(folder).map(({ file, url, expect }) => {
    const page = { url, html: readPage(join(folder, file)) };
    const read = readPageAmounts(page);
    const answer = read.amounts.findIndex(({ price }) => price === expect.price);
    const amounts = read.amounts.map((amount) => featuresOf(amount, read));
    return { folder, page, expect, amounts, answer, fold: foldOf(url) };
  });
}

/** A page whose price is unknown, or not among its amounts, teaches nothing. */
function isLabelled({ expect, answer }: TestPage): boolean {
  return expect.price !== undefined && (expect.price === null || answer >= 0);
}

function formatRow(name: string, found: readonly Outcome[]): string {
  const counts = outcomes.map((outcome) => found.filter((each) => each === outcome).length);
  return `| ${[name, found.length, ...counts].join(" | ")} |`;
}

/** Each page is read by a model that has seen no page of its shop, and by the rules alone. */
function formatResults(pages: readonly TestPage[], models: readonly PriceModel[]): string {
  const results = pages.map((each) => ({
    ...each,
    before: outcomeOf(each.expect, extract(each.page, null)),
    after: outcomeOf(each.expect, extract(each.page, models[each.fold])),
  }));
  const rows = [...new Set(pages.map(({ folder }) => folder))].flatMap((name) => {
    const own = results.filter(({ folder }) => folder === name);
    return [
      formatRow(
        `${name}, by rules`,
        own.map(({ before }) => before),
      ),
      formatRow(
        `${name}, with score`,
        own.map(({ after }) => after),
      ),
    ];
  });
  const changes = results
    .filter(({ before, after }) => before !== after)
    .map(({ page, before, after }) => `- ${page.url}: ${before} → ${after}`);
  return [
    `| ${["pages", "number", ...outcomes].join(" | ")} |`,
    `| --- |${" ---: |".repeat(outcomes.length + 1)}`,
    ...rows,
    ...(changes.length === 0 ? [] : ["", ...changes]),
  ].join("\n");
}

/**
 * Learns the weights of the price score from folders of pages with an `expected.jsonl`. Returns a table of how well they
 * do by cross-validation, also on folders that teach nothing.
 */
export function trainModel(folders: readonly string[], { test, output }: TrainOptions): string {
  const pages = folders.flatMap(readFolder);
  const taught = pages.filter(isLabelled);
  const models = Array.from({ length: folds }, (_, fold) =>
    fitModel(taught.filter((each) => each.fold !== fold)),
  );
  if (output !== undefined) writeFileSync(output, `${JSON.stringify(fitModel(taught), null, 2)}\n`);
  return formatResults([...pages, ...test.flatMap(readFolder)], models);
}

export interface TrainOptions {
  readonly test: readonly string[];
  /** Where the weights learned from all pages are written. */
  readonly output?: string;
}
