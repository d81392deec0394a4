import { spawn } from "node:child_process";
import { once } from "node:events";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { change, write } from "../../src/main/engine/db/store.js";
import { Scheduler } from "../../src/main/engine/scheduler/scheduler.js";
import { parseList } from "../../src/main/engine/sources/lists/parse-list.js";
import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import { cliFile, ensureBuilt, runCli, runJson, runResults } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { fileOptions } from "../support/list-file.js";
import { addLink, holdAnswers, type Shop, startShop, startShopEngine } from "../support/shop.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

interface Folder {
  readonly folder: string;
  /** Runs a command with `--json` on the folder. */
  run(...args: string[]): ReturnType<typeof runResults>;
  /** Adds the page of a shop, and returns its product's key. */
  add(shop: Shop, ...args: string[]): Promise<string>;
  /** Lets the shops' pauses pass. */
  wait(): void;
}

function onFolder(folder: string, wait: Folder["wait"] = () => undefined): Folder {
  const run = (...args: string[]) => runResults([...args, "--data", folder]);
  return {
    folder,
    run,
    wait,
    add: async (shop, ...args) => {
      const link = `${shop.origin}/p/lantern`;
      const { results } = await run("watch", "add", link, "--allow-host", "127.0.0.1", ...args);
      return (results as { product_key: string }[])[0]?.product_key ?? "";
    },
  };
}

async function startNamedShop(name: string, price: number): Promise<Shop> {
  const shop = await startShop();
  shop.page = { offer: { price, availability: "InStock" }, extraFields: { name } };
  return shop;
}

function setPrice(shop: Shop, price: number, availability = "InStock"): void {
  shop.page = { ...shop.page, offer: { price, availability } };
}

/** As if all visits had been a minute earlier, so that commands need not wait for the end of a shop's pause. */
function agePastVisits(folder: string): void {
  const db = openStore(folder);
  write(db, (tx) => change(tx, "UPDATE offer_check SET checked_at = checked_at - ?", MINUTE_MS));
  closeStore(db);
}

/**
 * A folder without an engine, or with one that visits shops without pauses. Its clock stands still, then an hour ahead:
 * commands read a clock that runs on from its start, and must list what it has recorded after that.
 */
const folders = {
  "without an engine": async () => {
    const folder = temporaryFolder();
    return onFolder(folder, () => agePastVisits(folder));
  },
  "beside a running engine": async () => {
    const { folder, clock } = await startShopEngine([]);
    return onFolder(folder, () => clock.advance(HOUR_MS));
  },
};

const kinds = ["without an engine", "beside a running engine"] as const;

describe.each(kinds)("watching %s", (kind) => {
  it("checks watched products, one result for each offer, and lists what is known of them", async () => {
    const { run, add, wait } = await folders[kind]();
    const lantern = await startNamedShop("Trail Lantern", 49.99);
    const kettle = await startNamedShop("Kettle", 30);
    const lanternKey = await add(lantern, "--target", "45", "--tag", "gifts");
    const kettleKey = await add(kettle, "--every", "weekly");
    setPrice(lantern, 39.99);
    wait();
    const { code, results, stderr } = await run("watch", "check");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // Each shop answers in its own time.
    expect(results).toHaveLength(2);
    const both = [
      {
        product_key: lanternKey,
        retailer: "127.0.0.1",
        outcome: "ok",
        price: 39.99,
        previous: 49.99,
        currency: "USD",
        availability: "in",
      },
      expect.objectContaining({ product_key: kettleKey, outcome: "ok", price: 30, previous: 30 }),
    ];
    expect(results).toEqual(expect.arrayContaining(both));
    const listed = (await run("watch", "list")).results;
    expect(listed).toEqual([
      {
        product_key: lanternKey,
        title: "Trail Lantern",
        price: 39.99,
        currency: "USD",
        availability: "in",
        retailer: "127.0.0.1",
        shops: 1,
        lowest: 39.99,
        highest: 49.99,
        added_at: expect.any(String),
        added_price: 49.99,
        target: 45,
        every: "daily",
        next_check_at: expect.any(String),
        last_check: { at: expect.any(String), outcome: "ok", reason: null },
        checkable: true,
        tags: ["gifts"],
        bought: null,
      },
      expect.objectContaining({ product_key: kettleKey, every: "weekly", target: null, tags: [] }),
    ]);
    expect((await run("watch", "list", "--tag", "GIFTS")).results).toMatchObject([
      { title: "Trail Lantern" },
    ]);
    expect((await run("watch", "list", "--tag", "none")).results).toEqual([]);
  });

  it("goes on after products that cannot be checked, and exits with 1", async () => {
    const { run, add, wait } = await folders[kind]();
    const [gone, fine] = [await startNamedShop("Lantern", 49.99), await startNamedShop("Kettle", 30)];
    const [goneKey, fineKey] = [await add(gone), await add(fine)];
    gone.page = { offer: {}, status: 503, html: "<h1>Service unavailable</h1>" };
    const link = `${fine.origin}/p/lantern#reviews`;
    wait();
    const { code, results, stderr } = await run("watch", "check", "product/none/1", goneKey, link);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "2 checks failed.\n" });
    expect(results).toHaveLength(3);
    const failed = { outcome: "server error", reason: expect.any(String), price: null, previous: 49.99 };
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          product_key: "product/none/1",
          outcome: "failed",
          reason: expect.stringContaining("watch list"),
        }),
        expect.objectContaining({ product_key: goneKey, ...failed }),
        expect.objectContaining({ product_key: fineKey, outcome: "ok", price: 30 }),
      ]),
    );
    expect((await run("watch", "list")).results).toMatchObject([
      { last_check: { outcome: "server error", reason: expect.any(String) } },
      { last_check: { outcome: "ok", reason: null } },
    ]);
  });
});

it("marks a product as bought, and reports a lower price while it can be returned", async () => {
  const { run, add, wait } = await folders["beside a running engine"]();
  const lantern = await startNamedShop("Trail Lantern", 49.99);
  const product_key = await add(lantern, "--target", "45");
  const { code, results, stderr } = await run(
    ...["watch", "bought", `${lantern.origin}/p/lantern`],
    ...["--price", "49.90", "--return-days", "14"],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const bought = { price: 49.9, currency: "USD", on: day, return_until: day };
  expect(results).toEqual([{ product_key, title: "Trail Lantern", bought }]);
  expect((await run("watch", "list")).results).toMatchObject([{ product_key, every: "daily", bought }]);
  setPrice(lantern, 39.9);
  wait();
  await run("watch", "check", product_key);
  expect((await run("alerts", "list")).results).toMatchObject([
    {
      price: 39.9,
      reason: expect.stringMatching(
        /^\$39\.90 at 127\.0\.0\.1, \$10\.00 less than you paid, return until \w+ \d+/,
      ),
    },
  ]);
  await add(lantern);
  expect((await run("watch", "list")).results).toMatchObject([{ product_key, bought: null }]);
  const refused = await run("watch", "bought", product_key, "--price", "1", "--on", "2999-01-01");
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("2999-01-01 is in the future."),
  });
});

it("removes products only with --yes, and keeps the others", async () => {
  const { run, add } = await folders["without an engine"]();
  const [lantern, kettle] = [await startNamedShop("Lantern", 49.99), await startNamedShop("Kettle", 30)];
  const [lanternKey] = [await add(lantern), await add(kettle)];
  expect(await run("watch", "remove", lanternKey)).toMatchObject({
    code: 2,
    results: [],
    stderr: expect.stringContaining("'--yes'"),
  });
  expect((await run("watch", "list")).results).toHaveLength(2);
  expect(await run("watch", "remove", lanternKey, "lantern", "--yes")).toEqual({
    code: 1,
    stderr: "1 of 2 products is unknown.\n",
    results: [
      { product_key: lanternKey, title: "Lantern", is_removed: true },
      { product_key: "lantern", title: null, is_removed: false, reason: expect.any(String) },
    ],
  });
  expect((await run("watch", "remove", `${kettle.origin}/p/lantern`, "--yes")).code).toBe(0);
  expect((await run("watch", "list")).results).toEqual([]);
  expect((await run("history", lanternKey)).code).toBe(1);
});

describe("watch check", () => {
  it("also checks a product that is not watched", async () => {
    const shop = await startNamedShop("Lantern", 49.99);
    const engine = await startShopEngine([shop]);
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.data("watch.stop", { product_keys: [productKey] });
    setPrice(shop, 40);
    const { run } = onFolder(engine.folder);
    expect((await run("watch", "check")).results).toEqual([]);
    expect((await run("watch", "check", productKey)).results).toMatchObject([{ price: 40, previous: 49.99 }]);
    expect((await run("watch", "list")).results).toMatchObject([
      { product_key: productKey, price: 40, every: null, next_check_at: null, checkable: true },
    ]);
  });

  it("records a run, so that the window shows it and the next check is an interval away", async () => {
    const shop = await startNamedShop("Lantern", 49.99);
    const engine = await startShopEngine([shop]);
    const { run, add } = onFolder(engine.folder);
    const productKey = await add(shop, "--every", "hourly");
    await run("watch", "check", productKey);
    const overview = await engine.data("schedules.overview", { product_key: productKey });
    const [schedule] = overview.schedules;
    expect(schedule).toMatchObject({ is_running: false, last_check_at: expect.any(String) });
    expect(Date.parse(schedule?.next_check_at ?? "")).toBeGreaterThan(engine.clock.now());
    expect(Date.parse(schedule?.next_check_at ?? "")).toBeLessThanOrEqual(engine.clock.now() + HOUR_MS);
  });

  it("joins a check that the engine is making already", async () => {
    const shop = await startNamedShop("Lantern", 49.99);
    const engine = await startShopEngine([shop]);
    const { run, add } = onFolder(engine.folder);
    const productKey = await add(shop);
    const answer = holdAnswers(shop);
    await engine.call("schedules.check", { product_key: productKey });
    await until(() => shop.requests.length === 2);
    const joined = vi.spyOn(Scheduler.prototype, "check");
    onTestFinished(() => joined.mockRestore());
    const checked = run("watch", "check", productKey);
    await until(() => joined.mock.calls.length === 1);
    answer();
    expect((await checked).results).toMatchObject([{ outcome: "ok" }]);
    expect(shop.requests).toHaveLength(2);
  });
});

/** Runs the command on a pseudo-terminal, and answers its question. */
async function removeOnTerminal(folder: string, productKey: string, answer: string) {
  const command = `'${process.execPath}' '${cliFile}' watch remove '${productKey}' --data '${folder}'`;
  const child = spawn("script", ["-qefc", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (text.includes("[y/N]")) child.stdin.end(`${answer}\n`);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, shown };
}

it.skipIf(process.platform !== "linux")(
  "watch remove on a terminal asks, and removes only after a yes",
  async () => {
    const { folder, run, add } = onFolder(temporaryFolder());
    const productKey = await add(await startNamedShop("Lantern", 49.99));
    const refused = await removeOnTerminal(folder, productKey, "n");
    expect(refused.shown).toContain("Remove 'Lantern' with all known prices? [y/N]");
    expect(refused.shown).toContain("Nothing was removed.");
    expect(refused.code).toBe(1);
    expect((await run("watch", "list")).results).toHaveLength(1);
    expect((await removeOnTerminal(folder, productKey, "y")).code).toBe(0);
    expect((await run("watch", "list")).results).toEqual([]);
  },
);

describe("history", () => {
  it("prints every known point of every offer, as JSON, CSV and a table", async () => {
    const { folder, run, add } = onFolder((await startShopEngine([])).folder);
    const shop = await startNamedShop("Lantern", 49.99);
    const productKey = await add(shop);
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    const { results } = await run("history", "product/test/a");
    expect(results).toEqual([
      {
        product_key: "product/test/a",
        offer_id: "offer_a",
        retailer: "shop.example",
        price: 24.99,
        currency: "USD",
        availability: "in",
        timestamp: "2026-10-01T00:00:00.000Z",
        url: expect.stringMatching(/^https:\/\/shop\.example\//),
      },
      expect.objectContaining({ price: 19.99, timestamp: "2026-11-01T00:00:00.000Z" }),
    ]);
    const { stdout } = await runCli(["history", "product/test/a", "--csv", "--data", folder]);
    expect(parse(stdout, { columns: true })).toEqual(
      results.map((point) =>
        Object.fromEntries(Object.entries(point as object).map(([name, value]) => [name, String(value)])),
      ),
    );
    expect(parseList(stdout, fileOptions())).toMatchObject({
      format: "history",
      items: [{ price: 19.99, currency: "USD", points: 2 }],
      skipped: [],
    });
    const table = await runCli(["history", `${shop.origin}/p/lantern`, "--data", folder]);
    expect(table.stdout).toMatch(
      /^time +retailer +price +availability\n.+127\.0\.0\.1 +49\.99 USD +in stock\n$/,
    );
    expect((await run("history", productKey)).results).toHaveLength(1);
  });

  it.each([["https://shop.example/none"], ["x".repeat(100_000)]])(
    "exits with 1 and one line for an unknown product: %#",
    async (product) => {
      const folder = temporaryFolder();
      await runJson("import", catalogueFile(productLine("a")), "--data", folder);
      const { code, stdout, stderr } = await runCli(["history", product, "--data", folder]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^No product has the (key|link) [^\n]{1,400}\n$/);
    },
  );

  it("exits with 2 for --csv with --json", async () => {
    const { code } = await runCli(["history", "a", "--csv", "--json", "--data", temporaryFolder()]);
    expect(code).toBe(2);
  });
});

it("lists the inbox, the newest alert first, with its reason", async () => {
  const shop = await startNamedShop("Lantern", 49.99);
  const engine = await startShopEngine([]);
  const { folder, run, add } = onFolder(engine.folder);
  const productKey = await add(shop, "--target", "45");
  for (const price of [44, 39.99]) {
    engine.clock.advance(HOUR_MS);
    setPrice(shop, price);
    await run("watch", "check");
  }
  const { results } = await run("alerts", "list");
  expect(results).toMatchObject([
    { price: 39.99, previous: 44 },
    { price: 44, previous: 49.99 },
  ]);
  expect(results[1]).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    product_key: productKey,
    title: "Lantern",
    reason: expect.stringContaining("under your target of $45.00"),
    price: 44,
    previous: 49.99,
    currency: "USD",
    retailer: "127.0.0.1",
    read: false,
  });
  const { at } = results[0] as { at: string };
  expect((await run("alerts", "list", "--since", at)).results).toMatchObject([{ price: 39.99 }]);
  const table = await runCli(["alerts", "list", "--data", folder]);
  expect(table.stdout).toMatch(/^time +price +title +reason\n/);
});
