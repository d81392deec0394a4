import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { backUp, readBackupSummary } from "../../src/main/engine/operations/backup/backup.js";
import { type RestoreOutcome, restore } from "../../src/main/engine/operations/backup/restore.js";
import { products } from "../support/catalogue.js";
import { openService } from "../support/channel-services.js";
import { openTestEngine, startTestEngine, type TestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { openReceiver } from "../support/receiver.js";
import { startSearchEngine } from "../support/search-engine.js";
import { builtPage, sendTo } from "../support/web-page.js";

/** A backup of an engine, and the engine, stopped. */
async function backUpOf(fill: (engine: TestEngine) => Promise<void>, alter = "") {
  const engine = await startTestEngine({ dataFolder: temporaryFolder(), pageFolder: builtPage() });
  await fill(engine);
  const file = join(temporaryFolder(), "backup.sqlite3");
  await backUp(engine.folder, file);
  await engine.stop();
  if (alter !== "") {
    const backup = new Database(file);
    backup.exec(alter);
    backup.close();
  }
  return file;
}

/** Everything that lets others act or receive data. */
async function addPowers(engine: TestEngine): Promise<void> {
  const upstream = await openTestEngine();
  const service = await openService("json");
  await engine.data("keys.create", { name: "phone", owner: true });
  await engine.data("pages.allow", { host: "192.168.1.9", is_allowed: true });
  const { url } = await openReceiver();
  await engine.data("webhooks.create", { url, events: ["price_drop"] });
  await engine.data("channels.save", { address: service.address, kind: "json" });
  await engine.data("upstreams.add", { base_url: `${upstream.origin()}/v1`, key: upstream.key });
  await engine.data("web.configure", { enabled: true, port: 0 });
  const { code } = await engine.data("web.start_pairing", {});
  const { urls } = await engine.data("web.status", {});
  await sendTo(urls[0] ?? "", "/web/pair", { body: { code, name: "Phone" } });
  await engine.data("shops.set_engine", { address: (await startSearchEngine()).address });
  await service.close();
}

async function whatIsOn(engine: TestEngine) {
  const { hosts } = await engine.data("pages.hosts", {});
  const { webhooks } = await engine.data("webhooks.list", {});
  const { channels } = await engine.data("channels.list", {});
  const { upstreams } = await engine.data("upstreams.list", {});
  return {
    keys: (await engine.data("keys.list", {})).keys.filter(({ owner }) => owner).length,
    hosts: hosts.length,
    webhooks: webhooks.filter(({ is_active }) => is_active).length,
    channels: channels.filter(({ problem }) => problem === null).length,
    services: upstreams.filter(({ state }) => state !== "disabled").length,
    devices: (await engine.data("web.list", {})).devices.length,
    page: (await engine.data("web.status", {})).enabled,
    engines: (await engine.data("shops.engine", {})).address === null ? 0 : 1,
  };
}

const all = { keys: 1, hosts: 1, webhooks: 1, channels: 1, services: 1, devices: 1, page: true, engines: 1 };
const none = {
  keys: 0,
  hosts: 0,
  webhooks: 0,
  channels: 0,
  services: 0,
  devices: 0,
  page: false,
  engines: 0,
};
const kinds = ["owner-key", "device", "page", "host", "webhook", "channel", "service", "search-engine"];

/** Restores a backup into the data of an engine, as the app does. */
async function restoreInto(engine: TestEngine, file: string, trust = false): Promise<RestoreOutcome> {
  let outcome: RestoreOutcome | undefined;
  await engine.restart(async () => {
    outcome = await restore(engine.folder, file, { nowMs: engine.clock.now(), trust });
  });
  if (outcome === undefined) throw new Error("Not restored.");
  return outcome;
}

describe("what a restored backup would turn on", () => {
  async function restorePowers(trust: boolean) {
    const file = await backUpOf(addPowers);
    const engine = await openTestEngine({ pageFolder: builtPage() });
    expect(readBackupSummary(engine.folder, file).powers?.map(({ kind }) => kind)).toEqual(kinds);
    const { powers, arePowersOn } = await restoreInto(engine, file, trust);
    expect(powers.map(({ kind }) => kind)).toEqual(kinds);
    expect(arePowersOn).toBe(trust);
    return whatIsOn(engine);
  }

  it("stays off where the replaced data lacked it", async () => {
    expect(await restorePowers(false)).toEqual(none);
  });

  it("is on if the owner trusts the backup", async () => {
    expect(await restorePowers(true)).toEqual(all);
  });

  it("is as before where the replaced data had it", async () => {
    const engine = await openTestEngine({ pageFolder: builtPage() });
    await addPowers(engine);
    const file = join(temporaryFolder(), "backup.sqlite3");
    await backUp(engine.folder, file);
    expect((await restoreInto(engine, file)).powers).toEqual([]);
    expect(await whatIsOn(engine)).toEqual(all);
  });

  it("is on, and listed, without data to replace", async () => {
    const file = await backUpOf(addPowers);
    const { powers, arePowersOn } = await restore(temporaryFolder(), file, { nowMs: 0, trust: false });
    expect([powers.length, arePowersOn]).toEqual([kinds.length, true]);
  });
});

describe("values of a restored backup", () => {
  const webhook = (events: string) =>
    `INSERT INTO webhook (id, account_id, url, events, secret, created_at)
      VALUES ('wh_x', 1, 'https://a.example/hook', '${events}', x'00', 1)`;

  it.each([
    [
      "a webhook's events that are no JSON",
      webhook("nojson"),
      ["webhook", "events", ["https://a.example/hook"]],
    ],
    ["a webhook's unknown event", webhook('["fire"]'), ["webhook", "events", ["https://a.example/hook"]]],
    [
      "a title of 2 MB",
      `UPDATE product SET title = replace(hex(zeroblob(1048576)), '0', 'x') WHERE id = 1`,
      ["product", "title", ["x".repeat(100)]],
    ],
    [
      "details that are a number",
      "UPDATE product SET details = '5' WHERE id = 1",
      ["product", "details", [expect.any(String)]],
    ],
    [
      "a time before 1970",
      "UPDATE product SET updated_at = -9e15 WHERE id = 1",
      ["product", "updated_at", [expect.any(String)]],
    ],
    [
      "a time after 9999",
      "UPDATE offer SET seen_at = 9000000000000000 WHERE id = 1",
      ["offer", "seen_at", [expect.any(String)]],
    ],
    [
      "a block of prices of 1 MB",
      "UPDATE price_block SET points = zeroblob(1048576) WHERE offer_id = 1",
      ["price_block", "points", []],
    ],
  ])("drops %s, and names it", async (_what, alter, [table, column, names]) => {
    const file = await backUpOf(async (engine) => void (await engine.import(products)), alter);
    const engine = await openTestEngine();
    const { dropped } = await restoreInto(engine, file);
    expect(dropped).toEqual([{ table, column, rows: 1, names }]);
    const { key } = engine.createKey();
    for (const { service } of products) {
      const { status } = await engine.get(`/products/offers?ids=${service}`, { key });
      expect([200, 404]).toContain(status);
    }
  });

  it("drops nothing of the engine's own", async () => {
    const sampled = await openTestEngine({ sample: true, pageFolder: builtPage() });
    await addPowers(sampled);
    const file = join(temporaryFolder(), "backup.sqlite3");
    await backUp(sampled.folder, file);
    const engine = await openTestEngine();
    expect((await restoreInto(engine, file)).dropped).toEqual([]);
  });

  it("refuses a backup whose account has one", async () => {
    const file = await backUpOf(async () => undefined, "UPDATE account SET created_at = -5");
    const engine = await openTestEngine();
    await expect(restore(engine.folder, file, { nowMs: 0, trust: true })).rejects.toThrow("it is damaged");
  });
});
