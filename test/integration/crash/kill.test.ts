import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { showAccount } from "../../../src/main/engine/operations/accounts.js";
import { ensureBuilt } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { catalogueFile, importLines, productLine } from "../catalogue/catalogue-files.js";
import { importUntil, Victim } from "./victim.js";

const rounds = 50;
const linesPerImport = 300;
/** All rounds together stay below the rate of an hour. */
const lookupsPerRound = 18;

beforeAll(ensureBuilt);

/** The same chances every time (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function importFile(round: number): string {
  const names = Array.from({ length: linesPerImport }, (_, i) => `r${round}x${i}`);
  return catalogueFile(names.map((name) => productLine(name)).join("\n"));
}

function textsOf(db: ReadDb, sql: string): Set<string> {
  return new Set(allRows<{ text: string }>(db, sql).map(({ text }) => text));
}

/** Rows of a line that went in by half. */
function halfLines(db: ReadDb): unknown[] {
  return allRows(
    db,
    `SELECT product.service FROM product
     LEFT JOIN offer ON offer.product_id = product.id
     LEFT JOIN price_block ON price_block.offer_id = offer.id
     LEFT JOIN identifier ON identifier.product_id = product.id AND identifier.kind = 4
     LEFT JOIN product_text ON product_text.rowid = product.id
     WHERE offer.id IS NULL OR price_block.offer_id IS NULL OR identifier.value IS NULL
        OR product_text.rowid IS NULL OR product.offer_count <> 1`,
  );
}

/** One life of an engine, from its start to its violent end; gives what it acknowledged. */
async function live(folder: string, round: number, chance: () => number) {
  const victim = new Victim(folder);
  const baseUrl = await victim.ready();
  const key = await victim.makeKey(0);
  const lifeMs = chance() * 500;
  const importMs = chance() < 0.5 ? chance() * 600 : null;
  const lookups = victim.lookUp(baseUrl, key, "product/test/base", lookupsPerRound).catch(() => undefined);
  void victim.keepMakingKeys();
  const [isImported] = await Promise.all([
    importUntil(folder, importFile(round), importMs),
    victim.killAfter(lifeMs),
  ]);
  await lookups;
  return { ...victim.toll, isImported };
}

describe("an engine that is killed at any moment", () => {
  it("has kept every write it acknowledged", async () => {
    const folder = temporaryFolder();
    const first = openStore(folder);
    await importLines(first, [productLine("base")]);
    closeStore(first);
    const chance = chances(20_261_121);
    const keyIds: string[] = [];
    const imported: number[] = [];
    let before = { used: 0, requests_made: 0 };
    for (let round = 0; round < rounds; round++) {
      const toll = await live(folder, round, chance);
      keyIds.push(...toll.keyIds);
      if (toll.isImported) imported.push(round);

      const db = openStore(folder);
      expect(db.connection.pragma("integrity_check", { simple: true })).toBe("ok");
      const account = showAccount(db, "default", Date.now());
      const known = textsOf(db, "SELECT id AS text FROM api_key");
      const services = textsOf(db, "SELECT service AS text FROM product");
      expect(halfLines(db)).toEqual([]);
      closeStore(db);

      expect(keyIds.filter((id) => !known.has(id))).toEqual([]);
      const missing = imported.flatMap((each) =>
        Array.from({ length: linesPerImport }, (_, i) => `product/test/r${each}x${i}`),
      );
      expect(missing.filter((service) => !services.has(service))).toEqual([]);
      if (account === null) throw new Error("The account is gone.");
      const charged = account.used - before.used;
      expect(account.requests_made - before.requests_made).toBe(charged);
      expect(charged).toBeGreaterThanOrEqual(toll.lookups.answered);
      expect(charged).toBeLessThanOrEqual(toll.lookups.sent);
      before = account;
    }
    // It was worth the trouble: much was written, and some of it cut short.
    expect(keyIds.length).toBeGreaterThan(rounds);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.length).toBeLessThan(rounds);
    expect(before.used).toBeGreaterThan(rounds);
    expect(existsSync(join(folder, "tidemark.sqlite3"))).toBe(true);
  }, 180_000);
});
