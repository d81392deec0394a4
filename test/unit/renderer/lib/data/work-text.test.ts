import { describe, expect, it } from "vitest";
import { problemText } from "../../../../../src/renderer/lib/data/problem-text.js";
import { progressText, resultText } from "../../../../../src/renderer/lib/data/work-text.js";
import type { DataError } from "../../../../../src/shared/data/data-error.js";
import { dataErrorKinds } from "../../../../../src/shared/data/data-error.js";
import type { DataResult, DataTask, ImportSummary } from "../../../../../src/shared/data/job.js";

const path = "/home/robin/file";
const full: DataError = { kind: "disk-full", path: "/data", message: "Full.", action: "Free some." };

const restored = {
  kind: "restored" as const,
  previous: null,
  powers: [],
  arePowersOn: false,
  dropped: [],
};

function said(task: DataTask, result: DataResult) {
  return resultText({ phase: "ended", task, path, result });
}

function imported(part: Partial<ImportSummary>) {
  const nothing = { products: 0, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [], skipped_total: 0 };
  return said("import", {
    kind: "imported",
    summary: { ...nothing, lines: 9, total: 9, ended: "whole", problem: null, ...part },
  });
}

it.each([
  ["import", "12,300 of 50,000 lines"],
  ["export", "12,300 of 50,000 products"],
  ["back-up", "12 KB of 49 KB"],
] as const)("the progress of %s is reported as %s", (task, text) => {
  expect(progressText(task, { done: 12_300, total: 50_000 })).toBe(text);
});

describe("what came of an import", () => {
  it("is told with all that went in, and nothing that did not", () => {
    expect(imported({ products: 1, offers: 2, points: 1_234 })).toEqual({
      tone: "done",
      title: "File imported",
      sentences: ["New or updated: 1 product, 2 offers, and 1,234 price points."],
    });
    expect(imported({ deals: 2 }).sentences).toEqual(["New or updated: 2 deals."]);
  });

  it("is no plain success where lines were left out, and none at all where nothing went in", () => {
    expect(imported({ products: 1, skipped_total: 3 })).toMatchObject({
      tone: "partly",
      title: "File imported, but not all of it",
    });
    expect(imported({ skipped_total: 9 })).toMatchObject({
      tone: "failed",
      title: "Nothing was imported from this file",
    });
  });

  it("says how far a cancelled one came, and that this stays", () => {
    const { tone, sentences } = imported({ ended: "cancelled", products: 4, lines: 5 });
    expect(tone).toBe("cancelled");
    expect(sentences.at(-1)).toMatch(/^5 of 9 lines were read\. What was imported stays/);
  });

  it("says of one that stopped half-way why, what to do, and what stays", () => {
    const { tone, sentences } = imported({ ended: "failed", products: 4, lines: 5, problem: full });
    expect(tone).toBe("failed");
    expect(sentences[0]).toBe("The disk is full.");
    expect(sentences[1]).toContain("/data");
    expect(sentences.at(-1)).toContain("stays");
  });
});

it.each([
  ["back-up", { kind: "backed-up", bytes: 2_048 }, "done", "The file is 2.0 KB."],
  ["restore", { ...restored, previous: "/data/before" }, "done", "kept: /data/before"],
  ["restore", { ...restored, previous: null }, "done", "There was no data before."],
  [
    "restore",
    { ...restored, powers: [{ kind: "host", name: "nas.local" }] },
    "partly",
    "Left off, because your previous data did not have it: nas.local.",
  ],
  [
    "restore",
    {
      ...restored,
      dropped: [{ table: "webhook", column: "events", rows: 2, names: ["https://a.example"] }],
    },
    "partly",
    "Left out, because its values were not valid: webhook (2) https://a.example.",
  ],
  ["export", { kind: "cancelled" }, "cancelled", "No file was written"],
  ["import", { kind: "cancelled" }, "cancelled", "Nothing was changed."],
  ["restore", { kind: "failed", problem: full }, "failed", "Your data is unchanged."],
] as const)("the outcome of %s is reported: %j", (task, result, tone, words) => {
  const text = said(task, result);
  expect(text.tone).toBe(tone);
  expect(text.sentences.join(" ")).toContain(words);
});

describe("a problem", () => {
  it.each(dataErrorKinds)("%s is told in sentences, with the next step", (kind) => {
    const { title, advice } = problemText({ kind, path: null }, path);
    for (const sentence of [title, advice]) expect(sentence).toMatch(/^[A-Z/].*\.$/);
  });

  it("names the place that it is about rather than the file that was chosen", () => {
    expect(problemText(full, path).advice).toContain("/data");
    expect(problemText({ ...full, path: null }, path).advice).toContain(path);
  });
});
