import { describe, expect } from "vitest";
import { offerByPublicId } from "../../src/main/engine/db/offer.js";
import { write } from "../../src/main/engine/db/store.js";
import { recordObservation } from "../../src/main/engine/operations/prices/record.js";
import { plainProduct, products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);
const minute = 60_000;

async function historyOf(query: string, path = "/products/offers/history") {
  const { data } = expectOk(await engine().get(`${path}?${query}`)).body;
  return data.flatMap(({ offers }) => offers);
}

/** Time and price of the points of one offer. */
async function pointsOf(offerId: string, start: string, end: string, ids = "AH-100") {
  const offers = await historyOf(`ids=${ids}&start=${start}&end=${end}`);
  return offers.find(({ id }) => id === offerId)?.history.map(({ timestamp, price }) => [timestamp, price]);
}

describe("GET /products/offers/history", () => {
  rule(
    ["section 4 GET /products/offers/history", "section 2 HistoryPoint", "decision 16"],
    "gives ascending change points of the window",
    async () => {
      const offers = await historyOf("ids=AH-100&start=2026-05-01&end=2026-06-01");
      expect(offers.find(({ id }) => id === "aurora-new")?.history).toEqual([
        { price: 249.99, currency: "USD", availability: "in", timestamp: "2026-05-01T00:00:00.000Z" },
        { price: 229.99, currency: "USD", availability: "in", timestamp: "2026-05-10T23:59:59.999Z" },
        { price: 229.99, currency: "USD", availability: "out", timestamp: "2026-05-20T08:00:00.000Z" },
        { price: 199.99, currency: "USD", availability: "in", timestamp: "2026-06-01T00:00:00.000Z" },
      ]);
    },
  );

  rule("decision 16", "includes both days whole, in UTC", async () => {
    expect(await pointsOf("aurora-new", "2026-05-10", "2026-05-10")).toEqual([
      ["2026-05-10T23:59:59.999Z", 229.99],
    ]);
    expect(await pointsOf("aurora-new", "2026-05-11", "2026-05-31")).toEqual([
      ["2026-05-20T08:00:00.000Z", 229.99],
    ]);
    expect(await pointsOf("aurora-new", "2026-06-01", "2026-06-01")).toHaveLength(1);
    expect(await pointsOf("aurora-new", "2026-05-31", "2026-05-31")).toEqual([]);
  });

  rule("section 2 HistoryPoint", "leaves out an availability that is not known", async () => {
    const offers = await historyOf("ids=AH-100&start=2026-06-12&end=2026-06-12&retailer=third.example");
    expect(offers[0]?.history).toEqual([
      { price: 199.99, currency: "USD", timestamp: "2026-06-12T00:00:00.000Z" },
    ]);
  });

  rule("decision 16", "lists every offer, those without a point in the window, too", async () => {
    const offers = await historyOf("ids=AH-100&start=2020-01-01&end=2020-01-31");
    const current = (await engine().get("/products/offers?ids=AH-100")).body.data[0]?.offers;
    expect(offers).toEqual(current);
  });

  rule(["section 4 offer rule 4", "decision 17"], "has none of an auction", async () => {
    const offers = await historyOf("ids=AH-100&start=2026-06-01&end=2026-06-15");
    expect(offers.find(({ id }) => id === "aurora-auction")).toMatchObject({ price: 99, history: [] });
  });

  rule(
    ["section 4 offer rule 3", "section 4 offer rule 1", "section 4 offer rule 2"],
    "filters offers as /offers does",
    async () => {
      const offers = await historyOf("ids=AH-100&start=2026-06-01&end=2026-06-15&retailer=WWW.shop.example");
      expect(offers.map(({ id }) => id)).toEqual(["aurora-new", "aurora-refurbished"]);
      const all = await historyOf("ids=AH-100&start=2026-06-01&end=2026-06-15");
      expect(all.map(({ id }) => id)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/untrusted|invalid|euro/)]),
      );
    },
  );
});

describe("the window", () => {
  const ask = (window: string) => engine().get(`/products/offers/history?ids=AH-100&${window}`);

  rule(
    ["section 8 history window", "decision 35"],
    "may end 366 days after its start, no later",
    async () => {
      expectOk(await ask("start=2025-06-14&end=2026-06-15"));
      const answer = expectError(await ask("start=2025-06-13&end=2026-06-15"), "ERR_INVALID_PARAMS");
      expect(answer.body.error).toContain("'end'");
      expect((await ask("start=2025-06-14&end=2026-06-15")).body.meta.credits_used).toBe(3 + 367);
    },
  );

  rule("decision 16", "may not end before it starts, but on the same day", async () => {
    expectError(await ask("start=2026-06-02&end=2026-06-01"), "ERR_INVALID_PARAMS");
    expectOk(await ask("start=2026-06-02&end=2026-06-02"));
  });

  rule(
    ["section 7 ERR_INVALID_PARAMS", "decision 16", "decision 44"],
    "is of real days in their one form",
    async () => {
      for (const day of [
        "2026-02-29",
        "2026-02-30",
        "2026-13-01",
        "2026-00-10",
        "2026-6-1",
        "20260601",
        "2026-06-01T00:00:00Z",
        "01.06.2026",
        "yesterday",
        "",
        "%202026-06-01",
        "-2026-06-01",
        "２０２６-06-01",
      ])
        for (const [name, query] of [
          ["start", `start=${day}&end=2026-06-02`],
          ["end", `start=2026-06-01&end=${day}`],
        ] as const) {
          const answer = expectError(await ask(query), "ERR_INVALID_PARAMS");
          expect(answer.body.error).toContain(`'${name}'`);
        }
      expectOk(await ask("start=2024-02-29&end=2024-02-29"));
    },
  );

  rule("section 7 ERR_INVALID_PARAMS", "needs both ends", async () => {
    expect((await ask("start=2026-06-01")).body.error).toContain("'end'");
    expect((await ask("end=2026-06-01")).body.error).toContain("'start'");
    expect((await ask("")).status).toBe(400);
  });

  rule("section 9 rule 6", "takes start_date and end_date, too", async () => {
    const plain = await ask("start=2026-05-01&end=2026-06-01");
    for (const window of [
      "start_date=2026-05-01&end_date=2026-06-01",
      "start=2026-05-01&end_date=2026-06-01",
      "start_date=2026-05-01&end=2026-06-01",
      "start=2026-05-01&start_date=1999-01-01&end=2026-06-01&end_date=2999-01-01",
    ])
      expect(expectOk(await ask(window)).body.data).toEqual(plain.body.data);
    expectError(await ask("start_date=2026-02-30&end_date=2026-06-01"), "ERR_INVALID_PARAMS");
  });

  rule("section 9 rule 5", "is answered alike by the legacy path", async () => {
    const query = "ids=AH-100,SPK-7&start_date=2026-05-01&end_date=2026-06-01";
    for (const format of ["", "&format=csv"]) {
      const now = await engine().get(`/products/offers/history?${query}${format}`);
      const legacy = await engine().get(`/products/history?${query}${format}`);
      expect(legacy.body.data).toEqual(now.body.data);
      expect(legacy.headers.get("x-credits-used")).toBe(now.headers.get("x-credits-used"));
      if (format !== "") expect(legacy.text).toBe(now.text);
    }
  });
});

describe("what enters a history", () => {
  const observe = (price: number, availability: 0 | 1 | 2 = 1) => {
    const { db, clock } = engine();
    const offer = offerByPublicId(db, "watched-0");
    if (offer === undefined) throw new Error("The offer is missing.");
    const seen = { offerId: offer.id, priceMinor: price * 100, availability, atMs: clock.now() };
    return write(db, (tx) => recordObservation(tx, seen)).kind;
  };
  const prices = async () =>
    (await pointsOf("watched-0", "2026-06-10", "2026-06-16", "WATCHED"))?.map(([, price]) => price);

  rule(["decision 17", "decision 16"], "is a change, and an outlier only once confirmed", async () => {
    await engine().import([plainProduct("watched", "Watched", 1, { model: "WATCHED" })]);
    expect(await prices()).toEqual([20]);
    expect(observe(20)).toBe("same");
    expect(observe(0)).toBe("rejected");
    expect(observe(-5)).toBe("rejected");
    engine().clock.advance(minute);
    expect(observe(100)).toBe("changed");
    engine().clock.advance(minute);
    expect(observe(3.99)).toBe("quarantined");
    engine().clock.advance(10 * minute - 1);
    expect(observe(3.99)).toBe("quarantined");
    expect(await prices()).toEqual([20, 100]);
    engine().clock.advance(1);
    expect(observe(3.99)).toBe("changed");
    expect(await prices()).toEqual([20, 100, 3.99]);
    engine().clock.advance(minute);
    expect(observe(3.99, 2)).toBe("changed");
    expect(await prices()).toEqual([20, 100, 3.99, 3.99]);
  });

  rule("decision 42", "from a file drops what costs nothing and keeps the rest", async () => {
    const product = plainProduct("mixed", "Mixed", 1, { model: "MIXED" });
    const at = (day: number) => `2026-06-0${day}T00:00:00.000Z`;
    const history = [5, 0, -1, 500].map((price, i) => ({ price, timestamp: at(i + 1) }));
    const report = await engine().import([
      { ...product, offers: (product.offers ?? []).map((offer) => ({ ...offer, history })) },
    ]);
    expect(report).toMatchObject({ products: 1, points: 2, skipped: [{ line: 1 }] });
    expect(await pointsOf("mixed-0", "2026-06-01", "2026-06-09", "MIXED")).toEqual([
      [at(1), 5],
      [at(4), 500],
    ]);
  });

  rule(
    ["decision 17", "section 4 offer rule 4"],
    "is hidden once a listing turns out to be an auction",
    async () => {
      const product = plainProduct("turned", "Turned", 1, { model: "TURNED" });
      await engine().import([product]);
      expect(await pointsOf("turned-0", "2026-06-10", "2026-06-10", "TURNED")).toHaveLength(1);
      const offers = (product.offers ?? []).map((offer) => ({ ...offer, auction: true }));
      await engine().import([{ ...product, offers }]);
      expect(await pointsOf("turned-0", "2026-06-10", "2026-06-10", "TURNED")).toEqual([]);
    },
  );

  rule("decision 42", "without points in the file is the offer's own price and time", async () => {
    expect(await pointsOf("aurora-used", "2026-06-14", "2026-06-14")).toEqual([
      ["2026-06-14T00:00:00.000Z", 149.5],
    ]);
  });
});
