import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { saveMergedProduct } from "../../../src/main/engine/db/products/merged-product.js";
import { allRows, write } from "../../../src/main/engine/db/store.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { enterLink } from "../../support/shop.js";

const [lamp, lantern] = ["product/lamp/1", "product/lantern/2"] as const;

function line(productKey: string, title: string, barcode: string, shops: readonly string[]) {
  return {
    type: "product" as const,
    service: productKey,
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
  const engine = await openTestEngine();
  await engine.import([
    line(lamp, "Lamp", "0036000291452", ["north", "south"]),
    line(lantern, "Lantern", "4006381333931", ["east"]),
  ]);
  return engine;
}

async function addByHand(engine: TestEngine, said: { readonly url: string; readonly title: string }) {
  return { data: await enterLink(engine, { ...said, price: 39, currency: "USD" }) };
}

async function fetchRetailers(engine: TestEngine, identifier: string): Promise<string[]> {
  const { body } = await engine.get(`/products/offers?ids=${encodeURIComponent(identifier)}`);
  return (body.data[0]?.offers ?? []).map(({ retailer }: { retailer: string }) => retailer).sort();
}

async function split(engine: TestEngine, productKey: string, offer_ids: string[]): Promise<string> {
  return (await engine.data("products.split", { product_key: productKey, offer_ids })).product_key;
}

describe("products.merge", () => {
  it.each([true, false])(
    "a merge with an entry typed by hand keeps the description of the other one, begun from there: %s",
    async (isBegunThere) => {
      const engine = await start();
      const { data } = await addByHand(engine, { url: "https://west.example/lamp", title: "Lamp at west" });
      const typed = data.product_key;
      const [product_key, into] = isBegunThere ? [lamp, typed] : [typed, lamp];
      const merged = await engine.call("products.merge", { product_key, into });
      expect(merged).toMatchObject({ data: { product_key: lamp } });
      const { body } = await engine.get(`/products?ids=${encodeURIComponent(typed)}`);
      expect(body.data[0]).toMatchObject({ title: "Lamp", barcode: "0036000291452" });
      expect(await split(engine, lamp, [data.offer_id])).toBe(typed);
    },
  );

  it("a merge combines the offers of two products, which every identifier of either then finds", async () => {
    const engine = await start();
    expect(await engine.data("products.merge", { product_key: lantern, into: lamp })).toMatchObject({
      product_key: lamp,
    });
    for (const name of [lamp, lantern, "036000291452", "4006381333931", "https://east.example/lantern"])
      expect(await fetchRetailers(engine, name), name).toEqual([
        "east.example",
        "north.example",
        "south.example",
      ]);
    const found = await engine.get("/products/search?q=lantern");
    expect(found.body.data).toEqual([]);
  });

  it("a merge is listed with its offers, and undone by splitting those off", async () => {
    const engine = await start();
    const merged = async () => (await engine.data("products.merged", { product_key: lamp })).merged;
    await engine.call("products.merge", { product_key: lantern, into: lamp });
    expect(await merged()).toMatchObject([{ title: "Lantern", offer_ids: ["lantern-at-east"] }]);
    expect(await split(engine, lamp, ["lantern-at-east"])).toBe(lantern);
    expect(await merged()).toEqual([]);
    expect(await fetchRetailers(engine, lantern)).toEqual(["east.example"]);
    expect(await fetchRetailers(engine, "4006381333931")).toEqual(["east.example"]);
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example", "south.example"]);
    expect((await engine.get("/products/search?q=lantern")).body.data).toHaveLength(1);
  });

  it("a shop that is removed from a product goes with its own page, and comes back with an undo", async () => {
    const engine = await start();
    const removed = await engine.data("offers.remove", { product_key: lamp, offer_ids: ["lamp-at-south"] });
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example"]);
    expect(await engine.data("app.info", {})).toMatchObject({ products: 2, offers: 2 });
    expect(await engine.data("acts.undo", { id: removed.act_id ?? 0 })).toMatchObject({
      act: { subject: { title: "south.example" } },
    });
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example", "south.example"]);
    const all = { product_key: lamp, offer_ids: ["lamp-at-north", "lamp-at-south"] };
    expect(await engine.call("offers.remove", all)).toMatchObject({ ok: false });
  });

  /** The schedules by product. */
  async function schedules(engine: TestEngine) {
    const { body } = await engine.get("/products/scheduled");
    const rows = body.data as unknown as { service: string; schedule: string }[];
    return Object.fromEntries(rows.map(({ service, schedule }) => [service, schedule]));
  }

  /** The prices of a product's own targets, and whether they are on. */
  async function targets(engine: TestEngine, productKey: string) {
    const { rules } = await engine.data("rules.list", { product_key: productKey });
    return rules
      .filter((rule) => rule.product_key === productKey)
      .map(({ trigger, is_enabled }) => ("price" in trigger ? [trigger.price, is_enabled] : []));
  }

  const setTarget = (engine: TestEngine, product_key: string, price: number) =>
    engine.data("rules.save", { product_key, trigger: { kind: "target", price, currency: "USD" } });

  it("a merge keeps schedule and rules of the merged product, and gives them back when it is undone", async () => {
    const engine = await start();
    await engine.request("PUT", `/products/scheduled?ids=${lantern}&schedule=hourly`);
    await setTarget(engine, lantern, 30);
    await engine.call("products.merge", { product_key: lantern, into: lamp });
    expect(await schedules(engine)).toEqual({ [lamp]: "hourly" });
    expect(await targets(engine, lamp)).toEqual([[30, true]]);
    await split(engine, lamp, ["lantern-at-east"]);
    expect(await schedules(engine)).toEqual({ [lantern]: "hourly" });
    expect(await targets(engine, lamp)).toEqual([]);
    expect(await targets(engine, lantern)).toEqual([[30, true]]);
  });

  it("a merged product keeps its own schedule and target, and the other one's are back when it is undone", async () => {
    const engine = await start();
    await engine.request("PUT", `/products/scheduled?ids=${lantern}&schedule=hourly`);
    await engine.request("PUT", `/products/scheduled?ids=${lamp}&schedule=daily`);
    await setTarget(engine, lamp, 30);
    await setTarget(engine, lantern, 35);
    await engine.call("products.merge", { product_key: lantern, into: lamp });
    expect(await schedules(engine)).toEqual({ [lamp]: "daily" });
    expect(await targets(engine, lamp)).toEqual([
      [30, true],
      [35, false],
    ]);
    await split(engine, lamp, ["lantern-at-east"]);
    expect(await schedules(engine)).toEqual({ [lamp]: "daily", [lantern]: "hourly" });
    expect(await targets(engine, lamp)).toEqual([[30, true]]);
    expect(await targets(engine, lantern)).toEqual([[35, true]]);
  });

  it("a merge of a real and a sample product is refused, because removing the sample would remove both", async () => {
    const engine = await start();
    await engine.call("sample.load", {});
    const { body } = await engine.get("/products/search?q=headphones&limit=1");
    const sample = body.data[0]?.service ?? "";
    for (const [productKey, into] of [
      [lamp, sample],
      [sample, lamp],
    ] as const)
      expect(await engine.call("products.merge", { product_key: productKey, into })).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining("sample market") },
      });
  });

  it("a merge is not reverted by an import of the merged product", async () => {
    const engine = await start();
    await engine.call("products.merge", { product_key: lantern, into: lamp });
    await engine.import([line(lantern, "Lantern", "4006381333931", ["east"])]);
    expect(await fetchRetailers(engine, lamp)).toEqual(["east.example", "north.example", "south.example"]);
    expect(await engine.data("app.info", {})).toMatchObject({ products: 1, offers: 3 });
    // The remaining product keeps its own name and barcode.
    const { body } = await engine.get("/products?ids=036000291452");
    expect(body.data[0]).toMatchObject({ service: lamp, title: "Lamp", barcode: "0036000291452" });
  });
});

describe("products.rename", () => {
  it("a product is found and listed by its new name only", async () => {
    const engine = await start();
    const find = async (q: string) =>
      (await engine.get(`/products/search?q=${q}`)).body.data.map(({ title }: { title: string }) => title);
    const rename = (title: string) => engine.call("products.rename", { product_key: lamp, title });
    expect(await rename(" Reading light ")).toMatchObject({ ok: true });
    expect(await find("reading")).toEqual(["Reading light"]);
    expect(await find("lamp")).toEqual([]);
    await engine.data("acts.undo", {});
    expect([await find("reading"), await find("lamp")]).toEqual([[], ["Lamp"]]);
    expect(await rename(" ")).toMatchObject({ ok: false, error: { code: "ERR_INVALID_PARAMS" } });
    expect(await rename("x".repeat(301))).toMatchObject({ ok: false });
    expect(await engine.call("products.rename", { product_key: "product/none/1", title: "x" })).toMatchObject(
      {
        ok: false,
        error: { code: "ERR_PRODUCT_NOT_FOUND" },
      },
    );
  });
});

describe("products.similar", () => {
  function entry(
    name: string,
    title: string,
    shop: string,
    { price = 40, ...codes }: { barcode?: string; mpn?: string; price?: number } = {},
  ) {
    const retailer = `${shop}.example`;
    const offer = { id: name, retailer, price, currency: "USD", URL: `https://${retailer}/${name}` };
    return { type: "product" as const, service: `product/${name}/9`, title, ...codes, offers: [offer] };
  }
  const desk = "product/desk/9";

  async function similar(engine: TestEngine, q?: string) {
    const answer = await engine.data("products.similar", { product_key: desk, q });
    return answer.products.map(({ title, is_same }) => `${title}${is_same ? " (same)" : ""}`);
  }

  async function startWatching(...products: ReturnType<typeof entry>[]) {
    const engine = await start();
    await engine.import([
      entry("desk", "Desk Light 40", "north", { barcode: "9780201379624", mpn: "DL 40" }),
      ...products,
    ]);
    await engine.call("schedules.put", { ids: products.map(({ service }) => service), schedule: "daily" });
    return engine;
  }

  it("watched products are suggested, those with the most alike names first", async () => {
    const engine = await startWatching(
      entry("floor", "Floor Light 60", "east"),
      entry("twin", "Light 40, Desk", "west"),
      entry("near", "Desk Light 60", "west"),
      entry("kettle", "Kettle", "west"),
    );
    expect(await similar(engine)).toEqual(["Light 40, Desk (same)", "Desk Light 60"]);
  });

  it("the same name is another product with another barcode, or if a shop sells both at different prices", async () => {
    const engine = await startWatching(
      entry("coded", "Desk Light 40", "east", { barcode: "5901234123457" }),
      entry("beside", "Desk Light 40", "north", { price: 45 }),
      entry("reworded", "Light 40, Desk", "north"),
    );
    const names = ["Desk Light 40", "Desk Light 40", "Light 40, Desk"];
    expect((await similar(engine)).sort()).toEqual(names);
  });

  it("a page that was added under two addresses is the same product", async () => {
    const engine = await startWatching(entry("again", "Desk Light 40", "north"));
    expect(await similar(engine)).toEqual(["Desk Light 40 (same)"]);
  });

  it("a product with the same part number is suggested whatever its name", async () => {
    const engine = await startWatching(entry("code", "Leuchte", "east", { mpn: "dl 40" }));
    expect(await similar(engine)).toEqual(["Leuchte"]);
  });

  it("beginnings of words find watched products, and whole words any product", async () => {
    const engine = await startWatching(entry("floor", "Floor Light 60", "east"));
    expect(await similar(engine, "flo")).toEqual(["Floor Light 60"]);
    expect(await similar(engine, "lantern")).toEqual(["Lantern"]);
    expect(await similar(engine, "sofa")).toEqual([]);
  });
});

describe("products.split", () => {
  it("a split turns an offer into a separate product with its history", async () => {
    const engine = await start();
    const created = await split(engine, lamp, ["lamp-at-south"]);
    expect(created).not.toBe(lamp);
    expect(await fetchRetailers(engine, created)).toEqual(["south.example"]);
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example"]);
    expect(await fetchRetailers(engine, "https://south.example/lamp")).toEqual(["south.example"]);
    const { body } = await engine.get(
      `/products/offers/history?ids=${created}&start=2026-06-01&end=2026-06-15`,
    );
    expect(body.data[0]?.offers[0]?.history).toHaveLength(1);
  });

  it("a split is not reverted by an import of the offer under its former product", async () => {
    const engine = await start();
    const created = await split(engine, lamp, ["lamp-at-south"]);
    const report = await engine.import([line(lamp, "Lamp", "0036000291452", ["north", "south"])]);
    expect(report.skipped).toEqual([]);
    expect(await fetchRetailers(engine, created)).toEqual(["south.example"]);
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example"]);
  });

  it("a split makes another product where the merged one exists again", async () => {
    const engine = await start();
    // As an undo can leave it that keeps what has changed since.
    const [row] = allRows<{ readonly id: number }>(
      engine.db,
      "SELECT id FROM product WHERE service = ?",
      lamp,
    );
    const record = {
      product: { service: lantern, title: "Lantern" },
      offers: ["lamp-at-south"],
      belongings: null,
    };
    write(engine.db, (tx) => saveMergedProduct(tx, row?.id ?? 0, record, engine.clock.now()));
    const created = await split(engine, lamp, ["lamp-at-south"]);
    expect([lamp, lantern]).not.toContain(created);
    expect(await fetchRetailers(engine, created)).toEqual(["south.example"]);
    expect(await fetchRetailers(engine, lantern)).toEqual(["east.example"]);
  });

  it("a split puts the new product on the same schedule", async () => {
    const engine = await start();
    await engine.request("PUT", `/products/scheduled?ids=${lamp}&schedule=hourly`);
    const created = await split(engine, lamp, ["lamp-at-south"]);
    const { body } = await engine.get("/products/scheduled");
    expect(body.data.map(({ service }: { service: string }) => service).sort()).toEqual(
      [lamp, created].sort(),
    );
  });

  it("a split of all or foreign offers is refused, as is a merge with the same or an unknown product", async () => {
    const engine = await start();
    for (const offer_ids of [["lamp-at-north", "lamp-at-south"], ["lantern-at-east"], ["nothing"]])
      expect(await engine.call("products.split", { product_key: lamp, offer_ids })).toMatchObject({
        ok: false,
      });
    expect(await engine.call("products.merge", { product_key: lamp, into: lamp })).toMatchObject({
      ok: false,
    });
    expect(await engine.call("products.merge", { product_key: lamp, into: "product/none/9" })).toMatchObject({
      ok: false,
      error: { code: "ERR_PRODUCT_NOT_FOUND" },
    });
    expect(await fetchRetailers(engine, lamp)).toEqual(["north.example", "south.example"]);
  });
});

it("rules are evaluated at once for a product that is watched, merged or split off", async () => {
  const engine = await start();
  const waiting = async (change: Promise<unknown>) => {
    await change;
    await setImmediate();
    return allRows(engine.db, "SELECT * FROM round");
  };
  // The workers look for due work once after the start.
  await setImmediate();
  const watched = engine.data("schedules.put", { ids: [lamp], schedule: "daily" });
  expect(await waiting(watched)).toEqual([]);
  const merged = engine.data("products.merge", { product_key: lantern, into: lamp });
  expect(await waiting(merged)).toEqual([]);
  expect(await waiting(split(engine, lamp, ["lantern-at-east"]))).toEqual([]);
});
