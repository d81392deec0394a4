import { groupBy } from "../../src/shared/arrays.js";
import type { ExpectedPage } from "./expectation.js";
import type { PageScore } from "./score-page.js";

export interface ScoredPage {
  readonly page: ExpectedPage;
  readonly score: PageScore;
}

function isCorrect({ score }: ScoredPage): boolean {
  return score.misses.length === 0;
}

/** `shopify-sale-simple.html` has the topic `shopify`. */
function topicOfPage({ page }: ScoredPage): string {
  return page.file.split("-", 1)[0] ?? page.file;
}

function formatPercent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${Math.floor((part / whole) * 1_000) / 10} %`;
}

function formatRow(name: string, pages: readonly ScoredPage[]): string {
  const correct = pages.filter(isCorrect).length;
  const judged = pages.reduce((sum, { score }) => sum + score.judged.length, 0);
  const missed = pages.reduce((sum, { score }) => sum + score.misses.length, 0);
  return `| ${name} | ${pages.length} | ${correct} | ${formatPercent(correct, pages.length)} | ${judged} | ${formatPercent(judged - missed, judged)} |`;
}

const header = [
  "| topic | pages | all right | | fields | right |",
  "| --- | ---: | ---: | ---: | ---: | ---: |",
];

function formatFieldRows(pages: readonly ScoredPage[]): string[] {
  const judged = new Map<string, number>();
  const missed = new Map<string, number>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const { score } of pages) {
    for (const field of score.judged) count(judged, field);
    for (const { field } of score.misses) count(missed, field);
  }
  return [...judged].map(([field, total]) => {
    const correct = total - (missed.get(field) ?? 0);
    return `| ${field} | ${total} | ${correct} | ${formatPercent(correct, total)} |`;
  });
}

function formatMisses({ page, score }: ScoredPage): string[] {
  return score.misses.map(
    ({ field, expected, found }) =>
      `- ${page.file}: ${field} should be ${JSON.stringify(expected)}, not ${JSON.stringify(found)}`,
  );
}

/** Markdown: a table by topic, a table by field, and a list of the misses, if any. */
export function formatScores(pages: readonly ScoredPage[]): string {
  const topics = [...groupBy(pages, topicOfPage)].sort(([a], [b]) => a.localeCompare(b));
  const misses = pages.flatMap(formatMisses);
  return [
    ...header,
    ...topics.map(([topic, ofTopic]) => formatRow(topic, ofTopic)),
    formatRow("**all**", pages),
    "",
    "| field | judged | right | |",
    "| --- | ---: | ---: | ---: |",
    ...formatFieldRows(pages),
    ...(misses.length === 0 ? [] : ["", "Wrong:", "", ...misses]),
  ].join("\n");
}
