import { execFile, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseBlocks, readPage } from "../support/documents/pages.js";
import type { TestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { findFreePort } from "../support/network.js";
import { addLink, startShopAndEngine } from "../support/shop.js";
import { until } from "../support/until.js";

const blocks = parseBlocks(readPage("docs/owner-api.md"));

function programs(language: string): string[] {
  return blocks.filter((each) => each.language === language).map(({ text }) => text);
}

const python = spawnSync("python3", ["--version"], { encoding: "utf8" });
const hasPython = /Python 3\.(?:[89]|\d\d)/.test(python.stdout ?? "");

/** An engine that watches a lantern for $49.99 under its target, tagged `gifts`. */
async function openMarket() {
  const { engine, url } = await startShopAndEngine();
  const { key } = await engine.data("keys.create", { name: "script", owner: true });
  const added = await addLink(engine, url, { target: { price: 60, currency: "USD" }, tags: ["gifts"] });
  return { engine, key, productKey: added.product_key };
}

function environment(engine: TestEngine, key: string) {
  return { ...process.env, APP_URL: `${engine.origin()}/app/v1`, OWNER_KEY: key };
}

function saved(name: string, program = ""): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, program);
  return file;
}

describe("programs of the page about the owner API", () => {
  it.skipIf(!hasPython)("print what is at or below its target", async () => {
    const { engine, key } = await openMarket();
    const file = saved("targets.py", programs("python")[0]);
    const { stdout } = await promisify(execFile)("python3", [file], { env: environment(engine, key) });
    expect(stdout).toBe(`Trail Lantern: 49.99 USD at 127.0.0.1\n`);
  });

  it("set targets for the products of a tag", async () => {
    const { engine, key, productKey } = await openMarket();
    const file = saved("targets.mjs", programs("js")[0]);
    const run = (tag: string) =>
      promisify(execFile)(process.execPath, [file, tag], { env: environment(engine, key) });
    expect((await run("gifts")).stdout).toBe("1 targets\n");
    expect((await run("garden")).stdout).toBe("0 targets\n");
    const { rules } = await engine.data("rules.list", { product_key: productKey });
    expect(rules.filter((rule) => rule.product_key === productKey)).toMatchObject([
      { trigger: { kind: "target", price: 45 } },
    ]);
  });

  it.skipIf(!hasPython)("serve prices to Prometheus", async () => {
    const { engine, key } = await openMarket();
    const port = await findFreePort();
    const env = { ...environment(engine, key), PORT: String(port) };
    const child = spawn("python3", [saved("metrics.py", programs("python")[1])], { env, stdio: "ignore" });
    onTestFinished(() => void child.kill());
    let text = "";
    await until(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
      text = (await response?.text()) ?? "";
      return response !== null;
    });
    expect(text).toBe('price{product="Trail Lantern",currency="USD"} 49.99\n');
  });

  it("ask what Home Assistant shows, in fields that the answer has", async () => {
    const { engine, key } = await openMarket();
    const [yaml = ""] = programs("yaml");
    const payload = /payload: '(.*)'/.exec(yaml)?.[1];
    const path = /resource: http:\/\/127\.0\.0\.1:\d+(\S+)/.exec(yaml)?.[1];
    const response = await fetch(engine.origin() + path, {
      method: /method: (\w+)/.exec(yaml)?.[1] ?? "",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(payload === undefined ? {} : { body: payload }),
    });
    expect(await response.json()).toMatchObject({
      unread: 1,
      entries: [{ data: { product: { title: "Trail Lantern" } } }],
    });
    expect([...yaml.matchAll(/value_json(\.[\w.[\]]+)/g)].map(([, field]) => field)).toEqual([
      ".unread",
      ".entries[0].data.product.title",
      ".entries",
    ]);
  });
});
