import { beforeAll, expect, it } from "vitest";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCliProcess, runJson, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

beforeAll(ensureBuilt);

/** Commands take effect on a running engine immediately (decision 46). */

it("a running engine applies changes to plan, credits and usage immediately", async () => {
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

it("a running engine during long commands answers requests while a large file is imported, exported and backed up", async () => {
  const folder = temporaryFolder();
  await runJson("import", catalogueFile(productLine("a")), "--data", folder);
  const engine = await startServe(folder);
  const lines = Array.from({ length: 6_000 }, (_, i) => productLine(`p${i}`));
  let isUnderWay = true;
  const commands = (async () => {
    const run = (...args: string[]) => runCliProcess([...args, "--data", folder]);
    expect(await run("import", catalogueFile(lines.join("\n")))).toMatchObject({ code: 0 });
    expect((await run("export")).stdout.split("\n")).toHaveLength(6_002);
    expect(await run("backup", `${folder}/copy.sqlite3`)).toMatchObject({ code: 0 });
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
