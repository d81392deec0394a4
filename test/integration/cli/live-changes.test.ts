import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, runCli, runJson, startServe } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { catalogueFile, offerFields, productLine } from "../catalogue/catalogue-files.js";

beforeAll(ensureBuilt);

/** Commands take effect on a running engine immediately (decision 46). */
describe("a running engine", () => {
  it("serves imported products and their changes immediately", async () => {
    const folder = temporaryFolder();
    const engine = await startServe(folder);
    const path = "/products/offers?ids=product/test/a";
    expect((await engine.get(path)).status).toBe(404);
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    expect(await engine.get(path)).toMatchObject({
      status: 200,
      body: { data: [{ offers: [{ price: 19.99 }] }] },
    });
    const cheaper = offerFields("a", { price: 9.5, timestamp: "2026-11-21T00:00:00Z" });
    await runJson("import", catalogueFile(productLine("a", { offers: [cheaper] })), "--data", folder);
    expect(await engine.get(path)).toMatchObject({ body: { data: [{ offers: [{ price: 9.5 }] }] } });
  });

  it("accepts created keys and rejects revoked ones immediately", async () => {
    const folder = temporaryFolder();
    const engine = await startServe(folder);
    const { id, key } = await runJson<{ id: string; key: string }>("keys", "create", "--data", folder);
    expect((await engine.get("/usage", key)).status).toBe(200);
    await runJson("keys", "revoke", id, "--data", folder);
    expect(await engine.get("/usage", key)).toMatchObject({
      status: 401,
      body: { error_detail: { code: "ERR_AUTH_REVOKED" } },
    });
  });

  it("applies changes to plan, credits and usage immediately", async () => {
    const folder = temporaryFolder();
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    const engine = await startServe(folder);
    const ask = async () => {
      const { status, body } = await engine.get("/products?ids=product/test/a");
      return body.error_detail?.code ?? [status, body.meta.credits_remaining];
    };
    const set = (...args: string[]) => runJson("account", "set", ...args, "--data", folder);
    await set("--plan-credits", "10", "--used", "8");
    expect(await ask()).toEqual([200, 1]);
    await set("--status", "none");
    expect(await ask()).toBe("ERR_SUBSCRIPTION_REQUIRED");
    await set("--status", "past_due", "--past-due-since", "2020-01-01T00:00:00Z");
    expect(await ask()).toBe("ERR_SUBSCRIPTION_INACTIVE");
    await set("--status", "active", "--used", "10");
    expect(await ask()).toBe("ERR_CREDITS_EXHAUSTED");
    await set("--bonus", "5");
    expect(await ask()).toEqual([200, 4]);
  });

  it("counts the usage of a named account separately", async () => {
    const folder = temporaryFolder();
    const engine = await startServe(folder);
    await runJson("account", "set", "--account", "shop", "--plan-credits", "7", "--data", folder);
    const { key } = await runJson<{ key: string }>("keys", "create", "--account", "shop", "--data", folder);
    expect((await engine.get("/usage", key)).body).toMatchObject({
      data: { current_period: { credits_limit: 7, requests_made: 1 } },
    });
    expect(await runJson("account", "show", "--account", "shop", "--data", folder)).toMatchObject({
      requests_made: 1,
    });
    expect(await runJson("account", "show", "--data", folder)).toMatchObject({ requests_made: 0 });
  });
});

describe("a running engine during long commands", () => {
  it("answers requests while a large file is imported, exported and backed up", async () => {
    const folder = temporaryFolder();
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    const engine = await startServe(folder);
    const lines = Array.from({ length: 6_000 }, (_, i) => productLine(`p${i}`));
    let isUnderWay = true;
    const commands = (async () => {
      await runJson("import", catalogueFile(lines.join("\n")), "--data", folder);
      expect((await runCli(["export", "--data", folder])).stdout.split("\n")).toHaveLength(6_002);
      await runJson("backup", `${folder}/copy.sqlite3`, "--data", folder);
    })().finally(() => {
      isUnderWay = false;
    });
    let answers = 0;
    while (isUnderWay && answers < 900) {
      expect((await engine.get("/products?ids=product/test/a")).status).toBe(200);
      answers++;
    }
    await commands;
    expect(answers).toBeGreaterThan(5);
    const { used } = await runJson<{ used: number }>("account", "show", "--data", folder);
    expect(used).toBe(answers);
  });
});
