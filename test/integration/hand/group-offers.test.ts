import { describe, expect, it, onTestFinished } from "vitest";
import { startTestEngine, type TestEngine } from "../../support/engine.js";

const [lamp, lantern] = ["product/lamp/1", "product/lantern/2"] as const;

function line(service: string, title: string, barcode: string, shops: readonly string[]) {
  return {
    type: "product" as const,
    service,
    title,
    barcode,
    offers: shops.map((shop, i) => ({
      id: `${title.toLowerCase()}-at-${shop}`,
      retailer: `${shop}.example`,
      price: 40 + i,
      currency: "USD",
      availability: "in" as const,
      URL: `https://${shop}.example/${title.toLowerCase()}`,
    })),
  };
}

async function start(): Promise<TestEngine> {
  const engine = await startTestEngine();
  onTestFinished(() => engine.stop());
  await engine.import([
    line(lamp, "Lamp", "0036000291452", ["north", "south"]),
    line(lantern, "Lantern", "4006381333931", ["east"]),
  ]);
  return engine;
}

async function shopsOf(engine: TestEngine, identifier: string): Promise<string[]> {
  const { body } = await engine.get(`/products/offers?ids=${encodeURIComponent(identifier)}`);
  return (body.data[0]?.offers ?? []).map(({ retailer }: { retailer: string }) => retailer).sort();
}

async function split(engine: TestEngine, service: string, offer_ids: string[]): Promise<string> {
  const answer = await engine.call("products.split", { service, offer_ids });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.service;
}

describe("two products that are one", () => {
  it("become one with all shops, found by every name that either had", async () => {
    const engine = await start();
    expect(await engine.call("products.merge", { service: lantern, into: lamp })).toMatchObject({
      ok: true,
      data: { service: lamp, offer_ids: ["lantern-at-east"] },
    });
    for (const name of [lamp, lantern, "036000291452", "4006381333931", "https://east.example/lantern"])
      expect(await shopsOf(engine, name), name).toEqual(["east.example", "north.example", "south.example"]);
    const found = await engine.get("/products/search?q=lantern");
    expect(found.body.data).toEqual([]);
  });

  it("keep being checked where either was, and once where both were", async () => {
    const engine = await start();
    await engine.ask("PUT", `/products/scheduled?ids=${lantern}&schedule=hourly`);
    await engine.call("products.merge", { service: lantern, into: lamp });
    const { body } = await engine.get("/products/scheduled");
    expect(body.data.map(({ service }: { service: string }) => service)).toEqual([lamp]);
  });

  it("keep the rules of both, and what each had that the other did not", async () => {
    const engine = await start();
    const target = { kind: "target", price: 30, currency: "USD" } as const;
    await engine.call("rules.save", { service: lantern, trigger: target });
    await engine.call("products.merge", { service: lantern, into: lamp });
    const answer = await engine.call("rules.list", { service: lamp });
    expect(answer).toMatchObject({
      ok: true,
      data: { rules: expect.arrayContaining([expect.objectContaining({ service: lamp, trigger: target })]) },
    });
  });

  it("are two again as they were when what came is split off", async () => {
    const engine = await start();
    await engine.call("products.merge", { service: lantern, into: lamp });
    expect(await split(engine, lamp, ["lantern-at-east"])).toBe(lantern);
    expect(await shopsOf(engine, lantern)).toEqual(["east.example"]);
    expect(await shopsOf(engine, "4006381333931")).toEqual(["east.example"]);
    expect(await shopsOf(engine, lamp)).toEqual(["north.example", "south.example"]);
    expect((await engine.get("/products/search?q=lantern")).body.data).toHaveLength(1);
  });

  it("stay one when a file speaks of the one that is gone", async () => {
    const engine = await start();
    await engine.call("products.merge", { service: lantern, into: lamp });
    await engine.import([line(lantern, "Lantern", "4006381333931", ["east"])]);
    expect(await shopsOf(engine, lamp)).toEqual(["east.example", "north.example", "south.example"]);
    expect(await engine.call("app.info", {})).toMatchObject({ data: { products: 1, offers: 3 } });
  });
});

describe("an offer of another product", () => {
  it("becomes a product of its own, with its history", async () => {
    const engine = await start();
    const made = await split(engine, lamp, ["lamp-at-south"]);
    expect(made).not.toBe(lamp);
    expect(await shopsOf(engine, made)).toEqual(["south.example"]);
    expect(await shopsOf(engine, lamp)).toEqual(["north.example"]);
    expect(await shopsOf(engine, "https://south.example/lamp")).toEqual(["south.example"]);
    const { body } = await engine.get(`/products/offers/history?ids=${made}&start=2026-06-01&end=2026-06-15`);
    expect(body.data[0]?.offers[0]?.history).toHaveLength(1);
  });

  it("that is the last one, or of another product, stays", async () => {
    const engine = await start();
    for (const offer_ids of [["lamp-at-north", "lamp-at-south"], ["lantern-at-east"], ["nothing"]])
      expect(await engine.call("products.split", { service: lamp, offer_ids })).toMatchObject({ ok: false });
    expect(await engine.call("products.merge", { service: lamp, into: lamp })).toMatchObject({ ok: false });
    expect(await engine.call("products.merge", { service: lamp, into: "product/none/9" })).toMatchObject({
      ok: false,
      error: { code: "ERR_PRODUCT_NOT_FOUND" },
    });
    expect(await shopsOf(engine, lamp)).toEqual(["north.example", "south.example"]);
  });
});
