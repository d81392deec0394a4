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

  it("are two again with what each had: its schedule, its rules, its review", async () => {
    const engine = await start();
    await engine.ask("PUT", `/products/scheduled?ids=${lantern}&schedule=hourly`);
    const target = { kind: "target", price: 30, currency: "USD" } as const;
    await engine.call("rules.save", { service: lantern, trigger: target });
    await engine.call("products.merge", { service: lantern, into: lamp });
    await split(engine, lamp, ["lantern-at-east"]);
    const { body } = await engine.get("/products/scheduled");
    expect(body.data.map(({ service }: { service: string }) => service)).toEqual([lantern]);
    for (const [service, own] of [
      [lantern, 1],
      [lamp, 0],
    ] as const) {
      const answer = await engine.call("rules.list", { service });
      const rules = answer.ok ? answer.data.rules.filter((rule) => rule.service === service) : [];
      expect(rules, service).toHaveLength(own);
    }
  });

  it("cannot be one real and one made up: removing the sample would take both", async () => {
    const engine = await start();
    await engine.call("sample.load", {});
    const { body } = await engine.get("/products/search?q=headphones&limit=1");
    const sample = body.data[0]?.service ?? "";
    for (const [service, into] of [
      [lamp, sample],
      [sample, lamp],
    ] as const)
      expect(await engine.call("products.merge", { service, into })).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining("sample market") },
      });
  });

  it("stay one when a file speaks of the one that is gone", async () => {
    const engine = await start();
    await engine.call("products.merge", { service: lantern, into: lamp });
    await engine.import([line(lantern, "Lantern", "4006381333931", ["east"])]);
    expect(await shopsOf(engine, lamp)).toEqual(["east.example", "north.example", "south.example"]);
    expect(await engine.call("app.info", {})).toMatchObject({ data: { products: 1, offers: 3 } });
    // The one that is left keeps its own name and barcode.
    const { body } = await engine.get("/products?ids=036000291452");
    expect(body.data[0]).toMatchObject({ service: lamp, title: "Lamp", barcode: "0036000291452" });
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

  it("stays where the shopper has put it when a file brings it with the other product", async () => {
    const engine = await start();
    const made = await split(engine, lamp, ["lamp-at-south"]);
    const report = await engine.import([line(lamp, "Lamp", "0036000291452", ["north", "south"])]);
    expect(report.skipped).toEqual([]);
    expect(await shopsOf(engine, made)).toEqual(["south.example"]);
    expect(await shopsOf(engine, lamp)).toEqual(["north.example"]);
  });

  it("is watched as it was before", async () => {
    const engine = await start();
    await engine.ask("PUT", `/products/scheduled?ids=${lamp}&schedule=hourly`);
    const made = await split(engine, lamp, ["lamp-at-south"]);
    const { body } = await engine.get("/products/scheduled");
    expect(body.data.map(({ service }: { service: string }) => service).sort()).toEqual([lamp, made].sort());
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
