import { createServer, type ServerResponse } from "node:http";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import type { AppInput, AppOutput } from "../../../src/shared/app/operations.js";
import { openTestEngine, type TestEngine, type TestEngineOptions } from "../../support/engine.js";
import { serve } from "../../support/serve.js";
import { productHtml } from "../../support/shop-site.js";
import { until } from "../../support/until.js";

export type Respond = (path: string, response: ServerResponse) => void;

export interface ListShop {
  readonly origin: string;
  readonly host: string;
  readonly paths: string[];
  respond: Respond;
}

export function productPage(name: string, price: number, fields: object = {}): string {
  return productHtml({ name, price, ...fields });
}

/** A page that lists a lamp of each of these names. */
export function salePage(names: readonly string[]): string {
  const cards = names.map(
    (name) =>
      `<li class="card"><a href="/p/${name}"><img src="/${name}.png" alt=""></a><a href="/p/${name}">Lamp ${name}</a><span class="price">$19.90</span></li>`,
  );
  return `<html><head><title>Sale</title></head><body><nav><a href="/">Home</a><a href="/help">Help</a></nav>
    <main><h1>Sale</h1><ul>${cards.join("")}</ul></main><footer><a href="/imprint">Imprint</a></footer></body></html>`;
}

/** A product on each page below `/p/`, unless `respond` is replaced. */
export async function startListShop(): Promise<ListShop> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    paths.push(path);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    shop.respond(path, response);
  });
  const port = await serve(server);
  const shop: ListShop = {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    paths,
    respond: (path, response) => {
      const name = decodeURIComponent(path.slice(3));
      response.end(productPage(`Item ${name} of ${port}`, 10 + (name.length % 7)));
    },
  };
  return shop;
}

/** An engine that may visit the shops of the test, without pauses. */
export async function startListEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await openTestEngine({ pagePace: { gapMs: 0 }, ...options });
  await engine.data("pages.allow", { host: "127.0.0.1", is_allowed: true });
  return engine;
}

export async function listOf(engine: TestEngine, id: number) {
  const { lists } = await engine.data("lists.all", {});
  const list = lists.find((each) => each.id === id);
  if (list === undefined) throw new Error(`There is no list ${id}.`);
  return list;
}

interface EndOptions {
  /** How long a single link may take, in milliseconds. */
  readonly timeout?: number;
  /** Called at each look at the list. */
  readonly look?: () => Promise<void>;
}

/** Waits until none of a list's links waits, as long as one after the other is settled: a busy computer takes longer. */
export async function untilEnded(
  engine: TestEngine,
  id: number,
  { timeout = 20_000, look = async () => undefined }: EndOptions = {},
) {
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const before = left;
    const isFewer = async () => {
      await look();
      left = (await listOf(engine, id)).counts.waiting;
      return left < before;
    };
    await until(isFewer, timeout);
  }
  return listOf(engine, id);
}

export async function importAll(engine: TestEngine, input: AppInput<"lists.import">) {
  const imported = await engine.data("lists.import", input);
  return { ...imported, list: await untilEnded(engine, imported.id) };
}

/** Takes back what an import has added, or restores it. */
export async function revertImport(engine: TestEngine, id: number, operation: "acts.undo" | "acts.redo") {
  const { act_id: actId } = await listOf(engine, id);
  await engine.data(operation, { id: actId ?? 0 });
}

export async function entriesOf(
  engine: TestEngine,
  id: number,
): Promise<AppOutput<"lists.entries">["entries"]> {
  const entries: AppOutput<"lists.entries">["entries"] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: AppOutput<"lists.entries"> = await engine.data("lists.entries", {
      id,
      after,
      limit: 1_000,
    });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

const tables = [
  "product",
  // A page that joins a product brings a key of its own, which becomes an identifier only with the next change.
  "identifier WHERE kind <> 2",
  "offer",
  "price_block",
  "tracked_page",
  "offer_check",
  "merged_product",
  "schedule",
  "alert_rule",
  "purchase",
  "tag",
  "link",
];

/** All rows of the tables that an import changes. */
export function snapshot(db: ReadDb): Record<string, unknown[]> {
  return Object.fromEntries(
    tables.map((table) => [
      table,
      allRows<object>(db, `SELECT * FROM ${table}`)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );
}
