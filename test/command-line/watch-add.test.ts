import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { allRows } from "../../src/main/engine/db/store.js";
import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { ensureBuilt, runCli, runJson, runResults, spawnCli, waitForExit } from "../support/cli.js";
import { openTestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { closedAddress } from "../support/network.js";
import { holdAnswers, type Shop, startShop, startShopEngine } from "../support/shop.js";
import { until, untilPasses } from "../support/until.js";

beforeAll(ensureBuilt);

const allow = ["--allow-host", "127.0.0.1"];

function linkOf({ origin }: Shop): string {
  return `${origin}/p/lantern`;
}

async function startNamedShop(name: string, offer: object = { price: 49.99, availability: "InStock" }) {
  const shop = await startShop();
  shop.page = { offer, extraFields: { name } };
  return shop;
}

function add(folder: string, ...args: string[]) {
  return runResults(["watch", "add", ...args, ...allow, "--data", folder]);
}

async function list(folder: string, ...args: string[]) {
  return (await runResults(["watch", "list", ...args, "--data", folder])).results;
}

const twoVariants = `<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern","offers":[
  {"@type":"Offer","name":"Black","price":49.99,"priceCurrency":"USD","availability":"InStock"},
  {"@type":"Offer","name":"Green","price":59.99,"priceCurrency":"USD","availability":"InStock"}]}</script>`;

describe("watch add", () => {
  it("adds a product, watches it daily, and sets target and tags", async () => {
    const folder = temporaryFolder();
    const shop = await startNamedShop("Trail Lantern 400");
    const result = await add(folder, linkOf(shop), "--target", "45", "--tag", "gifts", "--tag", "camping");
    expect(result).toEqual({
      code: 0,
      stderr: "",
      results: [
        {
          link: linkOf(shop),
          status: "watching",
          product_key: expect.stringMatching(/^product\/trail-lantern-400\//),
          title: "Trail Lantern 400",
          price: 49.99,
          currency: "USD",
          availability: "in",
          every: "daily",
          target: 45,
          reason: null,
        },
      ],
    });
    expect(await list(folder)).toMatchObject([{ target: 45, every: "daily", tags: ["camping", "gifts"] }]);
  });

  it("watches a page of several products by the cheapest with --cheapest, and proposes that without", async () => {
    const folder = temporaryFolder();
    const shop = await startShop();
    const cards = ["Trail Lantern", "Trail Lantern Max", "Camp Stove"].map(
      (name, i) => `<li><h3><a href="/p/${i}00">${name}</a></h3><p class="price">$${30 - i}.00</p></li>`,
    );
    shop.page = { offer: {}, html: `<html lang="en-US"><h1>Camping</h1><ul>${cards.join("")}</ul></html>` };
    const plain = await add(folder, linkOf(shop));
    expect(plain.results).toMatchObject([
      { reason: expect.stringMatching(/list 3 products\. .*--cheapest and words of its title\./) },
    ]);
    const { results } = await add(folder, linkOf(shop), "--cheapest", "trail -max");
    expect(results).toMatchObject([{ status: "watching", title: "trail -max · 127.0.0.1", price: 30 }]);
  });

  it("prints a table without --json", async () => {
    const folder = temporaryFolder();
    const shop = await startNamedShop("Trail \u001b[31mLantern");
    const { stdout } = await runCli(["watch", "add", linkOf(shop), ...allow, "--data", folder]);
    expect(stdout).toMatch(/^status +price +product +title\nwatching +49\.99 USD +product\/trail.+ {2}Trail/);
    expect(stdout).not.toContain("\u001b");
  });

  it("goes on after links that fail, prints each result and exits with 1", async () => {
    const folder = temporaryFolder();
    const [good, last] = [await startNamedShop("Kettle"), await startNamedShop("Lantern")];
    const [missing, blocked, nothing, ambiguous] = [
      await startShop(),
      await startShop(),
      await startShop(),
      await startShop(),
    ];
    missing.page = { offer: {}, status: 404, html: "<h1>Page not found</h1>" };
    blocked.page = { offer: {}, status: 403, html: "<h1>Access denied</h1>" };
    nothing.page = { offer: {}, html: "<h1>Our story</h1><p>We make lanterns by hand.</p>" };
    ambiguous.page = { offer: {}, html: twoVariants };
    const links = [
      linkOf(good),
      "lantern",
      linkOf(missing),
      linkOf(blocked),
      linkOf(nothing),
      linkOf(ambiguous),
      `http://${closedAddress}/p/1`,
      linkOf(last),
    ];
    const { code, results, stderr } = await add(folder, ...links);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "6 of 8 links were not added.\n" });
    const byLink = new Map((results as { link: string }[]).map((result) => [result.link, result]));
    expect(links.map((link) => byLink.get(link))).toMatchObject([
      { status: "watching" },
      { status: "failed", reason: expect.stringContaining("URL") },
      { status: "blocked" },
      { status: "blocked" },
      { status: "nothing", reason: expect.stringContaining("--browser") },
      {
        status: "ambiguous",
        candidates: [
          { price: 49.99, currency: "USD", availability: "in", variant: "Black", from: "json-ld" },
          { price: 59.99, currency: "USD", availability: "in", variant: "Green", from: "json-ld" },
        ],
      },
      { status: "failed" },
      { status: "watching" },
    ]);
    expect(results).toHaveLength(links.length);
    expect(await list(folder)).toHaveLength(2);
  });

  it("selects a candidate of an ambiguous page by its price, also for later checks", async () => {
    const { folder } = await startShopEngine([]);
    const shop = await startShop();
    shop.page = { offer: {}, html: twoVariants };
    expect(await add(folder, linkOf(shop), "--price", "12")).toMatchObject({
      code: 1,
      results: [{ status: "ambiguous", reason: expect.stringContaining("None of its prices is 12") }],
    });
    expect(await add(folder, linkOf(shop), "--price", "59.99")).toMatchObject({
      code: 0,
      results: [{ status: "watching", price: 59.99, title: expect.stringContaining("Green") }],
    });
    shop.page = { offer: {}, html: twoVariants.replace("59.99", "54.99") };
    expect((await runResults(["watch", "check", "--data", folder])).results).toMatchObject([
      { outcome: "ok", price: 54.99, previous: 59.99 },
    ]);
  });

  it("refuses a private address until the host is allowed", async () => {
    const folder = temporaryFolder();
    const shop = await startShop();
    const command = ["watch", "add", linkOf(shop), "--data", folder];
    expect(await runResults(command)).toMatchObject({
      code: 1,
      results: [{ status: "failed", reason: expect.stringContaining(`--allow-host ${shop.host}`) }],
    });
    expect(shop.requests).toEqual([]);
    expect((await runResults([...command, "--allow-host", shop.host])).code).toBe(0);
    expect(await runResults([...command, "--allow-host", "not a host"])).toMatchObject({
      code: 1,
      results: [],
      stderr: expect.stringMatching(/^'not a host' is not a host name\.[^\n]+\n$/),
    });
  });

  it("reads links from stdin, and leaves out blank lines and repeated links", async () => {
    const folder = temporaryFolder();
    const [lantern, kettle] = await Promise.all([startNamedShop("Lantern"), startNamedShop("Kettle")]);
    const input = `${linkOf(lantern)}\r\n\n  ${linkOf(kettle)}\n${linkOf(lantern)}`;
    const { code, results } = await runResults(["watch", "add", "-", ...allow, "--data", folder], { input });
    expect(code).toBe(0);
    const titles = (results as { title: string }[]).map(({ title }) => title);
    expect(titles.sort()).toEqual(["Kettle", "Lantern"]);
    expect(lantern.requests).toHaveLength(1);
  });

  it.each([
    ["closed", undefined, "stdin holds no links"],
    ["empty", "", "stdin holds no links"],
    ["larger than 8 MiB", "x".repeat(8 * 1024 * 1024 + 1), "stdin holds more than 8 MiB"],
    ["longer than 1,000 lines", Array.from({ length: 1_001 }, (_, i) => `${i}\n`).join(""), "at most 1000"],
  ])("exits with 1 and one line if stdin is %s", async (_what, input, words) => {
    const options = input === undefined ? {} : { input };
    const { code, results, stderr } = await runResults(
      ["watch", "add", "-", "--data", temporaryFolder()],
      options,
    );
    expect({ code, results }).toEqual({ code: 1, results: [] });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(words);
  });

  it("names the tags that a product has no room for", async () => {
    const folder = temporaryFolder();
    const shop = await startNamedShop("Lantern");
    const tags = Array.from({ length: 20 }, (_, i) => ["--tag", `tag ${i}`]).flat();
    await add(folder, linkOf(shop), ...tags);
    const reason = "These tags were left out, because the product has as many as it can have: gifts.";
    const { code, results } = await add(folder, linkOf(shop), "--tag", "gifts");
    expect({ code, results }).toMatchObject({ code: 0, results: [{ status: "watching", reason }] });
  });

  it("keeps the interval and replaces the target of a product that is watched already", async () => {
    const { folder } = await startShopEngine([]);
    const shop = await startNamedShop("Lantern");
    await add(folder, linkOf(shop), "--every", "hourly", "--target", "45");
    expect(await add(folder, linkOf(shop), "--target", "40")).toMatchObject({
      results: [{ every: "hourly", target: 40 }],
    });
    expect(await add(folder, linkOf(shop), "--every", "weekly")).toMatchObject({
      results: [{ every: "weekly", target: 40 }],
    });
    const { rules } = await runJson<{ rules: { product_key: string | null }[] }>(
      ...["rules", "export", "--data", folder],
    );
    expect(rules.filter((rule) => rule.product_key !== null)).toHaveLength(1);
  });

  it.each([
    [["--target", "abc"], "An amount must be a number above 0"],
    [["--every", "minute"], "Allowed choices are hourly, daily, weekly"],
    [["--tag", " "], "A tag must have 1 to 40 characters"],
    [["--currency", "dollars"], "A currency must be a code such as USD"],
  ])("exits with 2 for %j and visits no shop", async (args, words) => {
    const shop = await startShop();
    const result = await add(temporaryFolder(), linkOf(shop), ...args);
    expect(result).toMatchObject({ code: 2, results: [], stderr: expect.stringContaining(words) });
    expect(shop.requests).toEqual([]);
  });
});

/** A shop that does not answer yet, and a command that has asked it, on a folder without an engine or with one. */
async function startAdd(hasEngine: boolean) {
  const shop = await startShop();
  const release = holdAnswers(shop);
  const folder = hasEngine ? (await startShopEngine([])).folder : temporaryFolder();
  const args = ["watch", "add", linkOf(shop), "--tag", "gifts", ...allow, "--data", folder, "--json"];
  const child = spawnCli(args);
  const ended = waitForExit(child);
  await until(() => shop.requests.length === 1);
  return { shop, folder, args, child, ended, release };
}

it.each(["add", "import"] as const)(
  "watch %s prints each result as soon as it is settled, and the progress of those that take longer",
  async (command) => {
    const [quick, slow] = [await startNamedShop("Kettle"), await startNamedShop("Lantern")];
    const release = holdAnswers(slow);
    const links = [linkOf(quick), linkOf(slow)];
    const file = join(temporaryFolder(), "links.txt");
    writeFileSync(file, links.join("\n"));
    const given = command === "add" ? links : [file];
    const child = spawnCli(["watch", command, ...given, ...allow, "--data", temporaryFolder(), "--json"]);
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    await until(() => printed.includes("Kettle") && said === "1 of 2 links\n");
    release();
    expect(await waitForExit(child)).toMatchObject({ code: 0 });
    expect(printed).toContain("Lantern");
  },
);

function statesIn(folder: string) {
  const db = openStore(folder);
  const links = allRows(db, "SELECT state, dismissed_at IS NOT NULL AS isDismissed FROM link");
  closeStore(db);
  return links;
}

describe.each([
  ["without an engine", false],
  ["beside a running engine", true],
] as const)("an interrupted watch add %s", (_where, hasEngine) => {
  it("leaves nothing behind that is not settled at Ctrl-C", async () => {
    const { folder, child, ended, release } = await startAdd(hasEngine);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 1,
      status: "failed",
      reason: "The command was interrupted before it was added.",
    });
    release();
    expect(statesIn(folder)).toEqual([{ state: "waiting", isDismissed: true }]);
    expect(await list(folder)).toEqual([]);
  });
});

it("watch add beside another one, without an engine visits only the shops of its own links", async () => {
  const first = await startAdd(false);
  const shop = await startShop();
  expect(await add(first.folder, linkOf(shop))).toMatchObject({ code: 0 });
  first.release();
  expect(await first.ended).toMatchObject({ code: 0 });
  expect([first.shop, shop].map(({ requests }) => requests.length)).toEqual([1, 1]);
});

describe("watch add that is killed", () => {
  /** What an engine makes of its link that starts after some minutes. */
  async function startLater(minutes: number) {
    const { child, ended, release, ...killed } = await startAdd(false);
    child.kill("SIGKILL");
    await ended;
    release();
    expect(statesIn(killed.folder)).toEqual([{ state: "waiting", isDismissed: false }]);
    const startIso = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    return { ...killed, engine: await openTestEngine({ dataFolder: killed.folder, startIso }) };
  }

  it("leaves its links to an engine that starts within two minutes", async () => {
    const { engine } = await startLater(1);
    await untilPasses(async () =>
      expect((await engine.data("watch.list", {})).rows).toMatchObject([{ tags: ["gifts"] }]),
    );
  });

  it("adds nothing later, until it is repeated", async () => {
    const { engine, folder, shop, args } = await startLater(3);
    await untilPasses(() => expect(statesIn(folder)).toEqual([{ state: "waiting", isDismissed: true }]));
    expect(shop.requests).toHaveLength(1);
    expect(await runCli(args)).toMatchObject({ code: 0 });
    expect((await engine.data("watch.list", {})).rows).toMatchObject([{ tags: ["gifts"] }]);
  });
});

describe("watch add beside a running engine", () => {
  it("shows the product in the window at once, and the engine checks it later by itself", async () => {
    const shop = await startShop();
    const engine = await startShopEngine([]);
    const changes = () => engine.events.filter((each) => each.kind === "changed" && each.dataKind === "all");
    const before = changes().length;
    const added = await add(engine.folder, linkOf(shop), "--every", "hourly", "--target", "45");
    expect(added).toMatchObject({ code: 0, results: [{ status: "watching", every: "hourly", target: 45 }] });
    const rows = await engine.call("watch.list", {});
    expect(rows).toMatchObject({ data: { rows: [{ title: "Trail Lantern", schedule: "hourly" }] } });
    await until(() => changes().length > before);
    expect(shop.requests).toHaveLength(1);
    engine.clock.advance(HOUR_MS);
    await until(() => shop.requests.length === 2);
  });

  it("leaves no key behind", async () => {
    const shop = await startShop();
    const engine = await startShopEngine([]);
    await add(engine.folder, linkOf(shop));
    const keys = engine.db.connection.prepare("SELECT name FROM api_key WHERE name <> 'test'").all();
    expect(keys).toEqual([]);
  });
});
