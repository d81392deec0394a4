import { expect, it } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

async function getOfferHistories(query: string, path = "/products/offers/history") {
  const { data } = expectOk(await engine().get(`${path}?${query}`)).body;
  return data.flatMap(({ offers }) => offers);
}

/** Timestamp and price of each point of one offer. */
async function getPoints(offerId: string, start: string, end: string, ids = "AH-100") {
  const offers = await getOfferHistories(`ids=${ids}&start=${start}&end=${end}`);
  return offers.find(({ id }) => id === offerId)?.history.map(({ timestamp, price }) => [timestamp, price]);
}

it("returns the change points of the window in ascending order [§4 GET /products/offers/history; §2 HistoryPoint; decision 16]", async () => {
  const offers = await getOfferHistories("ids=AH-100&start=2026-05-01&end=2026-06-01");
  expect(offers.find(({ id }) => id === "aurora-new")?.history).toEqual([
    { price: 249.99, currency: "USD", availability: "in", timestamp: "2026-05-01T00:00:00.000Z" },
    { price: 229.99, currency: "USD", availability: "in", timestamp: "2026-05-10T23:59:59.999Z" },
    { price: 229.99, currency: "USD", availability: "out", timestamp: "2026-05-20T08:00:00.000Z" },
    { price: 199.99, currency: "USD", availability: "in", timestamp: "2026-06-01T00:00:00.000Z" },
  ]);
});

it("includes the first and the last day in full, in UTC [decision 16]", async () => {
  expect(await getPoints("aurora-new", "2026-05-10", "2026-05-10")).toEqual([
    ["2026-05-10T23:59:59.999Z", 229.99],
  ]);
  expect(await getPoints("aurora-new", "2026-05-11", "2026-05-31")).toEqual([
    ["2026-05-20T08:00:00.000Z", 229.99],
  ]);
  expect(await getPoints("aurora-new", "2026-06-01", "2026-06-01")).toHaveLength(1);
  expect(await getPoints("aurora-new", "2026-05-31", "2026-05-31")).toEqual([]);
});

it("omits an unknown availability [§2 HistoryPoint]", async () => {
  const offers = await getOfferHistories("ids=AH-100&start=2026-06-12&end=2026-06-12&retailer=third.example");
  expect(offers[0]?.history).toEqual([
    { price: 199.99, currency: "USD", timestamp: "2026-06-12T00:00:00.000Z" },
  ]);
});

it("lists every offer, even those without a point in the window [decision 16]", async () => {
  const offers = await getOfferHistories("ids=AH-100&start=2020-01-01&end=2020-01-31");
  const current = (await engine().get("/products/offers?ids=AH-100")).body.data[0]?.offers;
  expect(offers).toEqual(current);
});

it("returns no history for an auction [§4 offer rule 4; decision 17]", async () => {
  const offers = await getOfferHistories("ids=AH-100&start=2026-06-01&end=2026-06-15");
  expect(offers.find(({ id }) => id === "aurora-auction")).toMatchObject({ price: 99, history: [] });
});

it("filters offers like GET /products/offers [§4 offer rule 3; §4 offer rule 1; §4 offer rule 2]", async () => {
  const offers = await getOfferHistories(
    "ids=AH-100&start=2026-06-01&end=2026-06-15&retailer=WWW.shop.example",
  );
  expect(offers.map(({ id }) => id)).toEqual(["aurora-new", "aurora-refurbished"]);
  const all = await getOfferHistories("ids=AH-100&start=2026-06-01&end=2026-06-15");
  expect(all.map(({ id }) => id)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/untrusted|invalid|euro/)]),
  );
});

const getWindow = (window: string) => engine().get(`/products/offers/history?ids=AH-100&${window}`);

it("accepts an end at most 366 days after the start [§8 history window; decision 35]", async () => {
  expectOk(await getWindow("start=2025-06-14&end=2026-06-15"));
  const response = expectError(await getWindow("start=2025-06-13&end=2026-06-15"), "ERR_INVALID_PARAMS");
  expect(response.body.error).toContain("'end'");
  expect((await getWindow("start=2025-06-14&end=2026-06-15")).body.meta.credits_used).toBe(3 + 367);
});

it("accepts only real days in the form YYYY-MM-DD [§7 ERR_INVALID_PARAMS; decision 16; decision 44]", async () => {
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
      const response = expectError(await getWindow(query), "ERR_INVALID_PARAMS");
      expect(response.body.error).toContain(`'${name}'`);
    }
  expectOk(await getWindow("start=2024-02-29&end=2024-02-29"));
});

it("accepts start_date and end_date as aliases [§9 rule 6]", async () => {
  const plain = await getWindow("start=2026-05-01&end=2026-06-01");
  for (const window of [
    "start_date=2026-05-01&end_date=2026-06-01",
    "start=2026-05-01&end_date=2026-06-01",
    "start_date=2026-05-01&end=2026-06-01",
    "start=2026-05-01&start_date=1999-01-01&end=2026-06-01&end_date=2999-01-01",
  ])
    expect(expectOk(await getWindow(window)).body.data).toEqual(plain.body.data);
  expectError(await getWindow("start_date=2026-02-30&end_date=2026-06-01"), "ERR_INVALID_PARAMS");
});

it("answers the legacy path like the current one [§9 rule 5]", async () => {
  const query = "ids=AH-100,SPK-7&start_date=2026-05-01&end_date=2026-06-01";
  for (const format of ["", "&format=csv"]) {
    const now = await engine().get(`/products/offers/history?${query}${format}`);
    const legacy = await engine().get(`/products/history?${query}${format}`);
    expect(legacy.body.data).toEqual(now.body.data);
    expect(legacy.headers.get("x-credits-used")).toBe(now.headers.get("x-credits-used"));
    if (format !== "") expect(legacy.text).toBe(now.text);
  }
});

it("ends an imported history with the price that the offer has now [decision 47]", async () => {
  const product = plainProduct("ending", "Ending", 1, { model: "ENDING" });
  const history = [{ price: 55, timestamp: "2026-06-02T00:00:00.000Z" }];
  await engine().import([
    { ...product, offers: (product.offers ?? []).map((offer) => ({ ...offer, history })) },
  ]);
  expect(await getPoints("ending-0", "2026-06-01", "2026-06-30", "ENDING")).toEqual([
    ["2026-06-02T00:00:00.000Z", 55],
    ["2026-06-10T00:00:00.000Z", 20],
  ]);
});

it("hides the history of a listing that turns out to be an auction [decision 17; §4 offer rule 4]", async () => {
  const product = plainProduct("turned", "Turned", 1, { model: "TURNED" });
  await engine().import([product]);
  expect(await getPoints("turned-0", "2026-06-10", "2026-06-10", "TURNED")).toHaveLength(1);
  const offers = (product.offers ?? []).map((offer) => ({ ...offer, auction: true }));
  await engine().import([{ ...product, offers }]);
  expect(await getPoints("turned-0", "2026-06-10", "2026-06-10", "TURNED")).toEqual([]);
});

it("starts the history of an offer imported without points at its own price and time [decision 42]", async () => {
  expect(await getPoints("aurora-used", "2026-06-14", "2026-06-14")).toEqual([
    ["2026-06-14T00:00:00.000Z", 149.5],
  ]);
});
