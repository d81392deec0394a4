import { expect, it } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

/** Sends `ids` without encoding it. */
async function lookUp(ids: string) {
  const { data } = expectOk(await engine().get(`/products?ids=${ids}`)).body;
  return data.map(({ service: productKey, match }) => ({ service: productKey, ...match }));
}

async function lookUpOne(identifier: string) {
  const found = await lookUp(`${encodeURIComponent(identifier)},`);
  expect(found).toHaveLength(1);
  return found[0];
}

const expectNoMatch = async (identifier: string) =>
  expectError(
    await engine().get(`/products?ids=${encodeURIComponent(identifier)},`),
    "ERR_PRODUCT_NOT_FOUND",
  );

const auroraKey = "product/aurora-headphones/p1";

it("accepts identifiers of mixed types, and answers in their order [§4 identifier lists]", async () => {
  const url = encodeURIComponent("https://shop.example/speaker/1");
  const found = await lookUp(`SPK-7,${url},9780306406157,Bare%20Kettle,${auroraKey},b0aurora01`);
  expect(found.map(({ by }) => by)).toEqual(["model", "url", "barcode", "name", "service_id", "asin"]);
  expect(found.at(-1)?.service).toBe(auroraKey);
});

it("omits identifiers that match nothing [§4 identifier lists; §7 rule 2]", async () => {
  const found = await lookUp("unheard-of-a,AH-100,unheard-of-b");
  expect(found.map(({ identifier }) => identifier)).toEqual(["AH-100"]);
});

it("splits at literal commas if there are any, otherwise at encoded ones [decision 10]", async () => {
  expect((await lookUp("AH-100,SPK-7")).length).toBe(2);
  expect((await lookUp("AH-100%2CSPK-7")).length).toBe(2);
  const [first, second] = await lookUp("Scissors%2C%20Paper%2C%20Stone,AH-100");
  expect(first).toMatchObject({ identifier: "Scissors, Paper, Stone", service: "product/comma/x" });
  expect(second?.identifier).toBe("AH-100");
});

it("trims identifiers and drops empty ones [decision 10; decision 36]", async () => {
  const found = await lookUp(",,%20AH-100%20,+,,SPK-7,%09");
  expect(found.map(({ identifier }) => identifier)).toEqual(["AH-100", "SPK-7"]);
});

it("collapses identical identifiers, and keeps the rest as sent [decision 10]", async () => {
  const found = await lookUp("ah-100,AH-100,ah-100,Bare+Kettle,Bare%20Kettle");
  expect(found.map(({ identifier }) => identifier)).toEqual(["ah-100", "AH-100", "Bare Kettle"]);
});

it("returns an entry for each distinct identifier of one product [decision 12]", async () => {
  const found = await lookUp("AH-100,036000291452");
  expect(found.map(({ service: productKey }) => productKey)).toEqual([auroraKey, auroraKey]);
});

it("accepts at most 100 identifiers, counted as sent [§8 identifiers; decision 10]", async () => {
  const parts = (count: number) => Array.from({ length: count }, () => "AH-100").join(",");
  expectOk(await engine().get(`/products?ids=${parts(100)}`));
  expectOk(await engine().get(`/products?ids=${parts(100)},,`));
  for (const path of ["/products", "/products/offers"])
    expectError(await engine().get(`${path}?ids=${parts(101)}`), "ERR_INVALID_PARAMS");
  const refused = await engine().get(`/products?ids=${parts(101)}`);
  expect(refused.body.error).toContain("'ids'");
  const over = Array.from({ length: 101 }, (_, i) => `x${i}`).join("%2C");
  expectError(await engine().get(`/products?ids=${over}`), "ERR_INVALID_PARAMS");
});

it("matches a barcode in every length, with and without separators [decision 11 barcode]", async () => {
  for (const code of ["036000291452", "0036000291452", "00036000291452", "0 36000-29145 2"])
    expect(await lookUpOne(code)).toMatchObject({
      service: auroraKey,
      by: "barcode",
      candidates: 1,
      identifier: code,
    });
});

it("matches an ISBN-10 ending in X, and an EAN-8 [decision 11 barcode]", async () => {
  await engine().import([
    plainProduct("isbn-x", "Programming", 0, { barcode: "9780804429573" }),
    plainProduct("ean8", "Gum", 0, { barcode: "96385074" }),
  ]);
  expect(await lookUpOne("080442957X")).toMatchObject({ service: "product/isbn-x/x", by: "barcode" });
  expect(await lookUpOne("080442957x")).toMatchObject({ service: "product/isbn-x/x", by: "barcode" });
  expect(await lookUpOne("96385074")).toMatchObject({ service: "product/ean8/x", by: "barcode" });
});

it("finds nothing for a barcode with a wrong check digit [§7 rule 3; decision 11 barcode]", async () => {
  await engine().import([plainProduct("digits", "Digits 036000291453", 0, { model: "036000291453" })]);
  await expectNoMatch("036000291453");
  await expectNoMatch("036000291450");
});

it("finds nothing for an unknown barcode, even one within a title [§7 rule 3]", async () => {
  await engine().import([plainProduct("named", "Thing 012345678905")]);
  await expectNoMatch("012345678905");
});

it("matches a service id exactly [decision 11 service id]", async () => {
  expect(await lookUpOne(auroraKey)).toMatchObject({ by: "service_id", candidates: 1 });
  await expectNoMatch("product/aurora-headphones/p2");
  await engine().import([plainProduct("Two-Cases", "Suitcases")]);
  expect(await lookUpOne("product/Two-Cases/x")).toMatchObject({ by: "service_id", candidates: 1 });
  await expectNoMatch("product/two-cases/x");
});

it("matches an ASIN in any case [decision 11 ASIN]", async () => {
  for (const asin of ["B0AURORA01", "b0aurora01"])
    expect(await lookUpOne(asin)).toMatchObject({ service: auroraKey, by: "asin", identifier: asin });
  await expectNoMatch("B0AURORA99");
});

const base = "shop.example/p/aurora";
it("ignores the parts of a URL that do not identify the product [decision 11 URL]", async () => {
  for (const url of [
    `https://www.${base}/?color=black&size=m`,
    `https://${base}?color=black&size=m`,
    `https://${base}/?size=m&color=black`,
    `https://WWW.Shop.Example/p/aurora/?color=black&size=m`,
    `https://shop.example:443/p/aurora?color=black&size=m#reviews`,
    `https://${base}?color=black&size=m&utm_source=x&utm_medium=y&gclid=1&fbclid=2&msclkid=3&ref=4&tag=5&srsltid=6`,
  ])
    expect(await lookUpOne(url)).toMatchObject({ service: auroraKey, by: "url", identifier: url });
});

it("matches a marketplace URL by its ASIN, reported as a URL match [decision 11 URL; decision 43]", async () => {
  for (const url of [
    "https://www.anything.example/Some-Words/dp/B0AURORA01/ref=sr_1_1?keywords=x",
    "https://anything.example/gp/product/b0aurora01",
  ])
    expect(await lookUpOne(url)).toMatchObject({ service: auroraKey, by: "url", candidates: 1 });
});

it("matches a whole model or MPN in any case [decision 11 model]", async () => {
  expect(await lookUpOne("ah-100")).toMatchObject({ service: auroraKey, by: "model" });
  expect(await lookUpOne("nl ah100 blk")).toMatchObject({ service: auroraKey, by: "mpn" });
  await expectNoMatch("AH-10");
  expect(await lookUpOne("AH-100 xl")).toMatchObject({ service: "product/cross/x", by: "model" });
});

it("matches a name by all words, otherwise by two thirds of them [decision 11 name]", async () => {
  expect(await lookUpOne("wireless aurora HEADPHONES")).toMatchObject({
    service: auroraKey,
    by: "name",
  });
  expect(await lookUpOne("aurora headphones zzz")).toMatchObject({ service: auroraKey, by: "name" });
  await expectNoMatch("aurora zzz yyy");
  await expectNoMatch("aurora zzz");
  expect(await lookUpOne("cafe creme")).toMatchObject({ service: "product/cafe/x", by: "name" });
});

it("tries barcode, ASIN, model, MPN and name in this order [decision 11 order; decision 11 evidence]", async () => {
  expect(await lookUpOne("spk-7")).toMatchObject({
    by: "model",
    service: "product/speaker/x",
    candidates: 2,
  });
  await engine().import([
    plainProduct("code-model", "Code Model", 0, { model: "036000291452" }),
    plainProduct("asin-model", "Asin Model", 0, { model: "B0AURORA01" }),
    plainProduct("named-like", "AH-100 stand"),
  ]);
  expect(await lookUpOne("036000291452")).toMatchObject({ by: "barcode", service: auroraKey });
  expect(await lookUpOne("B0AURORA01")).toMatchObject({ by: "asin", service: auroraKey });
  expect(await lookUpOne("AH-100")).toMatchObject({ by: "model", service: auroraKey });
});
