import { execFile, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../support/documents/pages.js";
import type { TestEngine } from "../support/engine.js";
import { findFreePort } from "../support/network.js";
import { addLink, startShopAndEngine } from "../support/shop.js";
import { until } from "../support/until.js";

const examplePath = (file: string) => join(projectRoot, "docs", "examples", file);

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

describe("programs of the page about the owner API", () => {
  it.skipIf(!hasPython)("print what is at or below its target", async () => {
    const { engine, key } = await openMarket();
    const { stdout } = await promisify(execFile)("python3", [examplePath("targets.py")], {
      env: environment(engine, key),
    });
    expect(stdout).toBe(`Trail Lantern: 49.99 USD at 127.0.0.1\n`);
  });

  it("set targets for the products of a tag", async () => {
    const { engine, key, productKey } = await openMarket();
    const run = (tag: string) =>
      promisify(execFile)(process.execPath, [examplePath("targets.mjs"), tag], {
        env: environment(engine, key),
      });
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
    const child = spawn("python3", [examplePath("metrics.py")], { env, stdio: "ignore" });
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
    const yaml = readFileSync(examplePath("home-assistant.yaml"), "utf8");
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
