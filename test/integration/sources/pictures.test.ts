import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  filesToDelete,
  PictureStore,
  pictureLimits,
} from "../../../src/main/engine/operations/pages/pictures.js";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { serve } from "../../support/serve.js";
import { addLink, startShop, startShopEngine } from "../../support/shop.js";
import { onePixel } from "../../support/shop-site.js";

/** A PNG with other figures for its width and height. */
function withSize(picture: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(picture);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

/** An icon file with one picture in it. */
function iconOf(picture: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.set([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 32, 0]);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

type Answer = { readonly status?: number; readonly body: Buffer | string; readonly location?: string };

/** A server of pictures, which counts its visits. */
async function startPictureServer(answers: Record<string, Answer>) {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? "");
    const { status = 200, body, location } = answers[request.url ?? ""] ?? { status: 404, body: "" };
    response.writeHead(status, location === undefined ? {} : { Location: location }).end(body);
  });
  return { origin: `http://127.0.0.1:${await serve(server)}`, visits };
}

async function startEngineFor(...origins: string[]): Promise<TestEngine> {
  const engine = await startTestEngine({ pagePace: { gapMs: 1 } });
  for (const origin of origins)
    await engine.call("pages.allow", { host: new URL(origin).host, is_allowed: true });
  return engine;
}

async function keep(engine: TestEngine, url: string): Promise<string | null> {
  return (await engine.data("pictures.keep", { url })).file;
}

function keptFiles(engine: TestEngine): string[] {
  return readdirSync(join(engine.folder, "pictures"));
}

describe("kept pictures", () => {
  it("a picture is fetched once, kept as a file, and there when the shop is not", async () => {
    const shop = await startPictureServer({ "/1.png": { body: onePixel } });
    const engine = await startEngineFor(shop.origin);
    const file = await keep(engine, `${shop.origin}/1.png`);
    expect(file).toMatch(/^[0-9a-f]{64}\.png$/);
    expect(await keep(engine, `${shop.origin}/1.png`)).toBe(file);
    expect(shop.visits).toEqual(["/1.png"]);
    expect(keptFiles(engine)).toEqual([file]);
  });

  it("an icon file is kept as one", async () => {
    const shop = await startPictureServer({ "/favicon.ico": { body: iconOf(onePixel) } });
    const engine = await startEngineFor(shop.origin);
    expect(await keep(engine, `${shop.origin}/favicon.ico`)).toMatch(/\.ico$/);
  });

  it.each<[string, Answer]>([
    ["a page", { body: "<html>not found</html>" }],
    ["a drawing with scripts", { body: "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>" }],
    ["an error with a picture", { status: 404, body: onePixel }],
    ["a picture with more pixels than a window can hold", { body: withSize(onePixel, 10_000, 10_000) }],
    ["empty", { body: "" }],
  ])("what is no picture is not kept, and not asked for again that day: %s", async (_what, answer) => {
    const shop = await startPictureServer({ "/1.png": answer });
    const engine = await startEngineFor(shop.origin);
    expect(await keep(engine, `${shop.origin}/1.png`)).toBeNull();
    engine.clock.advance(DAY_MS - MINUTE_MS);
    expect(await keep(engine, `${shop.origin}/1.png`)).toBeNull();
    expect(shop.visits).toHaveLength(1);
    engine.clock.advance(2 * MINUTE_MS);
    await keep(engine, `${shop.origin}/1.png`);
    expect(shop.visits).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ["too large", { body: Buffer.concat([onePixel, Buffer.alloc(pictureLimits.bytes)]) }],
    ["an error of the shop", { status: 503, body: "" }],
  ])("what may be a picture later is asked for again: %s", async (_what, answer) => {
    const shop = await startPictureServer({ "/1.png": answer });
    const engine = await startEngineFor(shop.origin);
    expect(await keep(engine, `${shop.origin}/1.png`)).toBeNull();
    expect(await keep(engine, `${shop.origin}/1.png`)).toBeNull();
    expect(shop.visits, "it is not asked for again at once").toHaveLength(1);
    engine.clock.advance(6 * MINUTE_MS);
    await keep(engine, `${shop.origin}/1.png`);
    expect(shop.visits).toHaveLength(2);
  });

  it("a picture in a private network is not asked for, nor one that a redirect leads to", async () => {
    const hidden = await startPictureServer({ "/1.png": { body: onePixel } });
    const shop = await startPictureServer({
      "/1.png": { status: 302, body: "", location: `${hidden.origin}/1.png` },
    });
    const engine = await startEngineFor(shop.origin);
    expect(await keep(engine, `${hidden.origin}/1.png`)).toBeNull();
    expect(await keep(engine, `${shop.origin}/1.png`)).toBeNull();
    expect(hidden.visits).toEqual([]);
  });

  it("a product's picture stays while its removal can be undone, and goes when it is final", async () => {
    const pictures = await startPictureServer({ "/1.png": { body: onePixel } });
    const shop = await startShop();
    shop.page.extraFields = { image: `${pictures.origin}/1.png` };
    const engine = await startShopEngine([shop]);
    await engine.call("pages.allow", { host: new URL(pictures.origin).host, is_allowed: true });
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    const file = await keep(engine, `${pictures.origin}/1.png`);
    const store = new PictureStore({
      db: engine.db,
      clock: engine.clock,
      log: { info: () => undefined, error: () => undefined },
      dataFolder: engine.folder,
      fetch: () => Promise.reject(new Error("Nothing is to be fetched.")),
    });
    const setAge = (days: number) => {
      const seconds = (Date.now() - days * DAY_MS) / 1_000;
      utimesSync(join(engine.folder, "pictures", file ?? ""), seconds, seconds);
    };
    setAge(40);
    await store.sweep();
    expect(keptFiles(engine)).toEqual([file]);
    await engine.call("products.remove", { product_keys: [productKey] });
    setAge(30);
    await store.sweep();
    expect(keptFiles(engine)).toEqual([file]);
    setAge(32);
    await store.sweep();
    expect(keptFiles(engine)).toEqual([]);
  });

  it("the icon of a shop stays", async () => {
    const pictures = await startPictureServer({ "/icon.png": { body: onePixel } });
    const engine = await startEngineFor(pictures.origin);
    const icon = `${pictures.origin}/icon.png`;
    engine.db.connection.prepare("INSERT INTO shop VALUES ('a.example', NULL, 0, ?)").run(icon);
    const file = await keep(engine, icon);
    const long = (Date.now() - 40 * DAY_MS) / 1_000;
    utimesSync(join(engine.folder, "pictures", file ?? ""), long, long);
    const { db, clock, folder: dataFolder } = engine;
    const fetch = () => Promise.reject(new Error("Nothing is to be fetched."));
    const log = { info: () => undefined, error: () => undefined };
    await new PictureStore({ db, clock, log, dataFolder, fetch }).sweep();
    expect(keptFiles(engine)).toEqual([file]);
  });

  it("a file that was half written when the computer stopped is deleted", async () => {
    const engine = await startEngineFor();
    const folder = join(engine.folder, "pictures");
    mkdirSync(folder);
    writeFileSync(join(folder, "x.part"), "half");
    utimesSync(join(folder, "x.part"), 1, 1);
    const { db, clock } = engine;
    const log = { info: () => undefined, error: () => undefined };
    await new PictureStore({
      db,
      clock,
      log,
      dataFolder: engine.folder,
      fetch: () => Promise.reject(),
    }).sweep();
    expect(keptFiles(engine)).toEqual([]);
  });

  it("if there are too many, those that no product needs go first, then the longest unused", () => {
    const files = [
      { name: "old", bytes: 40, usedMs: 1 },
      { name: "new", bytes: 40, usedMs: 3 },
      { name: "stray", bytes: 40, usedMs: 2 },
    ];
    const isNeeded = (name: string) => name !== "stray";
    expect(filesToDelete(files, isNeeded, 3, 120)).toEqual([]);
    expect(filesToDelete(files, isNeeded, 3, 80)).toEqual(["stray"]);
    expect(filesToDelete(files, isNeeded, 3, 50)).toEqual(["stray", "old"]);
  });
});
