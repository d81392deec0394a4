import { groupBy } from "../../../../shared/group-by.js";
import type { PageScore } from "./compare.js";
import type { ExpectedPage } from "./expectation.js";

export interface ScoredPage {
  readonly page: ExpectedPage;
  readonly score: PageScore;
}

function isRight({ score }: ScoredPage): boolean {
  return score.misses.length === 0;
}

/** `shopify-sale-simple.html` is of the topic `shopify`. */
function topicOf({ page }: ScoredPage): string {
  return page.file.split("-", 1)[0] ?? page.file;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${Math.floor((part / whole) * 1_000) / 10} %`;
}

function row(name: string, pages: readonly ScoredPage[]): string {
  const right = pages.filter(isRight).length;
  const judged = pages.reduce((sum, { score }) => sum + score.judged.length, 0);
  const missed = pages.reduce((sum, { score }) => sum + score.misses.length, 0);
  return `| ${name} | ${pages.length} | ${right} | ${percent(right, pages.length)} | ${judged} | ${percent(judged - missed, judged)} |`;
}

const header = [
  "| topic | pages | all right | | fields | right |",
  "| --- | ---: | ---: | ---: | ---: | ---: |",
];

function fieldRows(pages: readonly ScoredPage[]): string[] {
  const judged = new Map<string, number>();
  const missed = new Map<string, number>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const { score } of pages) {
    for (const field of score.judged) count(judged, field);
    for (const { field } of score.misses) count(missed, field);
  }
  return [...judged].map(([field, of]) => {
    const right = of - (missed.get(field) ?? 0);
    return `| ${field} | ${of} | ${right} | ${percent(right, of)} |`;
  });
}

function missLines({ page, score }: ScoredPage): string[] {
  return score.misses.map(
    ({ field, expected, found }) =>
      `- ${page.file}: ${field} should be ${JSON.stringify(expected)}, not ${JSON.stringify(found)}`,
  );
}

/** Markdown: the pages by topic, the fields, and what is wrong, if anything. */
export function scoreTable(pages: readonly ScoredPage[]): string {
  const topics = [...groupBy(pages, topicOf)].sort(([a], [b]) => a.localeCompare(b));
  const wrong = pages.flatMap(missLines);
  return [
    ...header,
    ...topics.map(([topic, of]) => row(topic, of)),
    row("**all**", pages),
    "",
    "| field | judged | right | |",
    "| --- | ---: | ---: | ---: |",
    ...fieldRows(pages),
    ...(wrong.length === 0 ? [] : ["", "Wrong:", "", ...wrong]),
  ].join("\n");
}
