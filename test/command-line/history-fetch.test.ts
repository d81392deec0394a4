import { beforeAll, describe, expect, it } from "vitest";
import { type Archive, monthlyCopies, refuse, startArchive } from "../support/archive.js";
import { ensureBuilt, runCli, runResults } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { type Shop, startShop, startShopEngine } from "../support/shop.js";

beforeAll(ensureBuilt);

const allow = ["--allow-host", "127.0.0.1"];

function linkOf({ origin }: Shop): string {
  return `${origin}/p/lantern`;
}

async function archiveOf(shop: Shop, prices: readonly number[]): Promise<Archive> {
  const archive = await startArchive();
  archive.pages.set(linkOf(shop), monthlyCopies("2025-10", prices));
  return archive;
}

describe("history fetch", () => {
  it("reads archived copies through a running engine, and history shows them with the addresses of their copies", async () => {
    const { folder } = await startShopEngine([], { pagePace: { gapMs: 0 } });
    const shop = await startShop();
    const archive = await archiveOf(shop, [60, 55, 40]);
    const run = (...args: string[]) => runResults([...args, "--data", folder]);
    const added = await run("watch", "add", linkOf(shop), ...allow);
    const [{ product_key: productKey }] = added.results as [{ product_key: string }];
    const done = { copies: 2, read: 2, added: 2, from: "2025-11-15", to: "2025-12-15", reason: null };
    const fetched = await run(
      "history",
      "fetch",
      linkOf(shop),
      "--since",
      "2025-11-01",
      "--archive",
      archive.origin,
    );
    expect(fetched).toEqual({ code: 0, stderr: "", results: [{ product_key: productKey, ...done }] });
    const { results } = await run("history", productKey);
    expect(results).toMatchObject([
      { price: 55, url: `${archive.origin}/web/20251115120000id_/${linkOf(shop)}` },
      { price: 40, timestamp: "2025-12-15T12:00:00.000Z", availability: "in", currency: "USD" },
      { price: 49.99, url: linkOf(shop) },
    ]);
    const table = await runCli([
      "history",
      "fetch",
      productKey,
      "--archive",
      archive.origin,
      "--data",
      folder,
    ]);
    expect(table).toMatchObject({ code: 0 });
    expect(table.stdout).toMatch(
      /^product +copies +read +prices +from +to +note\nproduct\/\S+ +1 +1 +1 +2025-10-15 +2025-12-15\n$/,
    );
  });

  it("works without an engine, and says why there is nothing", async () => {
    const folder = temporaryFolder();
    const shop = await startShop();
    const archive = await archiveOf(shop, []);
    const run = (...args: string[]) => runResults([...args, "--data", folder]);
    await run("watch", "add", linkOf(shop), ...allow);
    const none = { copies: 0, read: 0, added: 0, from: null, to: null };
    const named = [linkOf(shop), linkOf(shop), "product/none/1"];
    const fetched = await run("history", "fetch", ...named, "--archive", archive.origin);
    expect(fetched.code).toBe(1);
    expect(fetched.results).toEqual([
      { product_key: expect.any(String), ...none, reason: "The archive has no older copies of this page." },
      { product_key: "product/none/1", ...none, reason: expect.stringContaining("No product has the key") },
    ]);
    expect(fetched.stderr).toContain("Older prices of 1 of 2 products are not complete.");
    const refused = await run("history", "fetch", linkOf(shop));
    expect(refused.code).toBe(1);
    expect(refused.results).toMatchObject([{ reason: expect.stringContaining("Its addresses are private") }]);
  });

  it("does not wait for a long pause of the archive, after which the engine goes on", async () => {
    const { folder } = await startShopEngine([], { pagePace: { gapMs: 0 } });
    const shop = await startShop();
    const archive = await archiveOf(shop, [60]);
    archive.next.push(refuse(429));
    await runResults(["watch", "add", linkOf(shop), ...allow, "--data", folder]);
    const { code, results } = await runResults([
      ...["history", "fetch", linkOf(shop), "--archive", archive.origin, "--data", folder],
    ]);
    expect(code).toBe(1);
    expect(results).toMatchObject([
      { copies: 0, reason: expect.stringMatching(/^The archive is asked again from 2026-/) },
    ]);
  });

  it.each([
    ["--since", "yesterday"],
    ["--archive", "not an address"],
    ["--archive", "ftp://archive.example"],
  ])("exits with 2 for %s %s", async (...option) => {
    const { code } = await runCli([
      "history",
      "fetch",
      "product/a/1",
      ...option,
      "--data",
      temporaryFolder(),
    ]);
    expect(code).toBe(2);
  });

  it("without a product, history still needs one", async () => {
    expect(await runCli(["history", "--data", temporaryFolder()])).toMatchObject({ code: 2 });
    expect((await runCli(["history", "fetch", "--data", temporaryFolder()])).code).toBe(2);
  });
});

it("watch add --history asks for older prices of what was added, after it is watched", async () => {
  const { folder } = await startShopEngine([], { pagePace: { gapMs: 0 } });
  const shop = await startShop();
  const added = await runResults(["watch", "add", linkOf(shop), "--history", ...allow, "--data", folder]);
  // The page is in a private network, so the Internet Archive is not asked.
  expect(added.code).toBe(1);
  expect(added.results).toMatchObject([
    { status: "watching", price: 49.99 },
    { copies: 0, reason: expect.stringContaining("Its addresses are private") },
  ]);
  expect(added.stderr).toContain("Older prices of 1 of 1 products are not complete.");
});
