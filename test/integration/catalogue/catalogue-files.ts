import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { exportCatalogue } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import {
  type ImportReport,
  importCatalogue,
} from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import { temporaryFolder } from "../../support/folder.js";

export const nowMs = Date.UTC(2026, 10, 21);

export function importLines(
  db: ReadDb,
  lines: Iterable<string> | AsyncIterable<string | null>,
): Promise<ImportReport> {
  return importCatalogue({ db, nowMs, randomBytes, isSample: false }, lines);
}

export function exported(db: ReadDb): string[] {
  return [...exportCatalogue(db)];
}

/** A catalogue line for a product with one offer; `overrides` replaces some of its fields. */
export function productLine(name: string, overrides: object = {}): string {
  return JSON.stringify({
    type: "product",
    service: `product/test/${name}`,
    title: `Product ${name}`,
    offers: [offerFields(name)],
    ...overrides,
  });
}

export function offerFields(name: string, overrides: object = {}): object {
  return {
    id: `offer_${name}`,
    retailer: "shop.example",
    price: 19.99,
    currency: "USD",
    availability: "in",
    URL: `https://shop.example/${name}`,
    timestamp: "2026-11-20T08:00:00.000Z",
    history: [
      { price: 24.99, availability: "in", timestamp: "2026-10-01T00:00:00.000Z" },
      { price: 19.99, availability: "in", timestamp: "2026-11-01T00:00:00.000Z" },
    ],
    ...overrides,
  };
}

export function dealLine(path: string, overrides: object = {}): string {
  return JSON.stringify({
    type: "deal",
    path,
    title: "Deal",
    subtitle: "",
    description: "",
    emoji: "",
    grade: { letter: "A", suffix: "", value: 88, justification: "" },
    pricing: { current: 5, original: 9, currency: "USD" },
    retailer: { name: "shop.example" },
    url: "https://shop.example/deal",
    votes: { upvotes: 3, downvotes: 1, score: 2 },
    comment_count: 0,
    created_at: "2026-11-20T08:00:00.000Z",
    ...overrides,
  });
}

/** Writes a catalogue file into a new folder and returns its path. */
export function catalogueFile(content: string | Buffer): string {
  const file = join(temporaryFolder(), "catalogue.jsonl");
  writeFileSync(file, content);
  return file;
}
