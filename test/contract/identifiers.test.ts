import { describe, expect } from "vitest";
import { plainProduct, products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);

/** `ids` is sent as it is. */
async function lookUp(ids: string) {
  const { data } = expectOk(await engine().get(`/products?ids=${ids}`)).body;
  return data.map(({ service, match }) => ({ service, ...match }));
}

async function lookUpOne(identifier: string) {
  const found = await lookUp(`${encodeURIComponent(identifier)},`);
  expect(found).toHaveLength(1);
  return found[0];
}

const expectNothing = async (identifier: string) =>
  expectError(
    await engine().get(`/products?ids=${encodeURIComponent(identifier)},`),
    "ERR_PRODUCT_NOT_FOUND",
  );

const auroraService = "product/aurora-headphones/p1";

describe("a list of identifiers", () => {
  rule("section 4 identifier lists", "mixes types, in order of appearance", async () => {
    const url = encodeURIComponent("https://shop.example/speaker/1");
    const found = await lookUp(`SPK-7,${url},9780306406157,Bare%20Kettle,${auroraService},b0aurora01`);
    expect(found.map(({ by }) => by)).toEqual(["model", "url", "barcode", "name", "service_id", "asin"]);
    expect(found.at(-1)?.service).toBe(auroraService);
  });

  rule(["section 4 identifier lists", "section 7 rule 2"], "leaves out what matches nothing", async () => {
    const found = await lookUp("unheard-of-a,AH-100,unheard-of-b");
    expect(found.map(({ identifier }) => identifier)).toEqual(["AH-100"]);
  });

  rule("decision 10", "is split at literal commas where there is one, else at encoded ones", async () => {
    expect((await lookUp("AH-100,SPK-7")).length).toBe(2);
    expect((await lookUp("AH-100%2CSPK-7")).length).toBe(2);
    const [first, second] = await lookUp("Scissors%2C%20Paper%2C%20Stone,AH-100");
    expect(first).toMatchObject({ identifier: "Scissors, Paper, Stone", service: "product/comma/x" });
    expect(second?.identifier).toBe("AH-100");
  });

  rule("decision 36", "keeps a lone identifier with a comma whole before a trailing comma", async () => {
    const found = await lookUp("Scissors%2C%20Paper%2C%20Stone,");
    expect(found.map(({ identifier }) => identifier)).toEqual(["Scissors, Paper, Stone"]);
  });

  rule(["decision 10", "decision 36"], "trims parts and drops empty ones", async () => {
    const found = await lookUp(",,%20AH-100%20,+,,SPK-7,%09");
    expect(found.map(({ identifier }) => identifier)).toEqual(["AH-100", "SPK-7"]);
  });

  rule("decision 10", "collapses identical parts and keeps others as sent", async () => {
    const found = await lookUp("ah-100,AH-100,ah-100,Bare+Kettle,Bare%20Kettle");
    expect(found.map(({ identifier }) => identifier)).toEqual(["ah-100", "AH-100", "Bare Kettle"]);
  });

  rule("decision 12", "has an entry for each different identifier of one product", async () => {
    const found = await lookUp("AH-100,036000291452");
    expect(found.map(({ service }) => service)).toEqual([auroraService, auroraService]);
  });

  rule(["section 8 identifiers", "decision 10"], "holds at most a hundred, counted as sent", async () => {
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
});

describe("a barcode", () => {
  rule("decision 11 barcode", "is the same in every length", async () => {
    for (const code of ["036000291452", "0036000291452", "00036000291452", "0 36000-29145 2"])
      expect(await lookUpOne(code)).toMatchObject({
        service: auroraService,
        by: "barcode",
        candidates: 1,
        identifier: code,
      });
  });

  rule("decision 11 barcode", "as an ISBN-10 is its ISBN-13", async () => {
    for (const code of ["9780306406157", "978-0-306-40615-7", "0306406152", "0-306-40615-2"])
      expect(await lookUpOne(code)).toMatchObject({ service: "product/book/x", by: "barcode" });
  });

  rule("decision 11 barcode", "may be an ISBN-10 that ends in X, or an EAN-8", async () => {
    await engine().import([
      plainProduct("isbn-x", "Programming", 0, { barcode: "9780804429573" }),
      plainProduct("ean8", "Gum", 0, { barcode: "96385074" }),
    ]);
    expect(await lookUpOne("080442957X")).toMatchObject({ service: "product/isbn-x/x", by: "barcode" });
    expect(await lookUpOne("080442957x")).toMatchObject({ service: "product/isbn-x/x", by: "barcode" });
    expect(await lookUpOne("96385074")).toMatchObject({ service: "product/ean8/x", by: "barcode" });
  });

  rule(["section 7 rule 3", "decision 11 barcode"], "with a wrong check digit matches nothing", async () => {
    await engine().import([plainProduct("digits", "Digits 036000291453", 0, { model: "036000291453" })]);
    await expectNothing("036000291453");
    await expectNothing("036000291450");
  });

  rule("section 7 rule 3", "that nobody has matches nothing", async () => {
    await engine().import([plainProduct("named", "Thing 012345678905")]);
    await expectNothing("012345678905");
  });
});

describe("a service id and an ASIN", () => {
  rule("decision 11 service id", "match exactly", async () => {
    expect(await lookUpOne(auroraService)).toMatchObject({ by: "service_id", candidates: 1 });
    await expectNothing("product/aurora-headphones/p2");
  });

  rule("decision 11 ASIN", "match in any case", async () => {
    for (const asin of ["B0AURORA01", "b0aurora01"])
      expect(await lookUpOne(asin)).toMatchObject({ service: auroraService, by: "asin", identifier: asin });
    await expectNothing("B0AURORA99");
  });
});

describe("a URL", () => {
  const base = "shop.example/p/aurora";
  rule("decision 11 URL", "is compared without what does not name the product", async () => {
    for (const url of [
      `https://www.${base}/?color=black&size=m`,
      `https://${base}?color=black&size=m`,
      `https://${base}/?size=m&color=black`,
      `https://WWW.Shop.Example/p/aurora/?color=black&size=m`,
      `https://shop.example:443/p/aurora?color=black&size=m#reviews`,
      `https://${base}?color=black&size=m&utm_source=x&utm_medium=y&gclid=1&fbclid=2&msclkid=3&ref=4&tag=5&srsltid=6`,
    ])
      expect(await lookUpOne(url)).toMatchObject({ service: auroraService, by: "url", identifier: url });
  });

  rule("decision 43", "is equal over http and https", async () => {
    expect(await lookUpOne(`http://${base}?color=black&size=m`)).toMatchObject({ by: "url" });
    expect(await lookUpOne(`http://shop.example:80/p/aurora?color=black&size=m`)).toMatchObject({
      by: "url",
    });
  });

  rule("decision 11 URL", "keeps the parameters that pick a variant, and the case of its path", async () => {
    await expectNothing(`https://${base}?color=red&size=m`);
    await expectNothing(`https://${base}`);
    await expectNothing("https://shop.example/P/Aurora?color=black&size=m");
    await expectNothing("https://other.example/p/aurora?color=black&size=m");
  });

  rule(["decision 11 URL", "decision 43"], "of a marketplace matches by its ASIN, as a URL", async () => {
    for (const url of [
      "https://www.anything.example/Some-Words/dp/B0AURORA01/ref=sr_1_1?keywords=x",
      "https://anything.example/gp/product/b0aurora01",
    ])
      expect(await lookUpOne(url)).toMatchObject({ service: auroraService, by: "url", candidates: 1 });
  });
});

describe("a model, an MPN and a name", () => {
  rule("decision 11 model", "match whole, in any case", async () => {
    expect(await lookUpOne("ah-100")).toMatchObject({ service: auroraService, by: "model" });
    expect(await lookUpOne("nl ah100 blk")).toMatchObject({ service: auroraService, by: "mpn" });
    await expectNothing("AH-10");
    expect(await lookUpOne("AH-100 xl")).toMatchObject({ service: "product/cross/x", by: "model" });
  });

  rule("decision 11 name", "find by all words, else by two thirds of them", async () => {
    expect(await lookUpOne("wireless aurora HEADPHONES")).toMatchObject({
      service: auroraService,
      by: "name",
    });
    expect(await lookUpOne("aurora headphones zzz")).toMatchObject({ service: auroraService, by: "name" });
    await expectNothing("aurora zzz yyy");
    await expectNothing("aurora zzz");
    expect(await lookUpOne("cafe creme")).toMatchObject({ service: "product/cafe/x", by: "name" });
  });

  rule(["decision 11 order", "decision 11 evidence"], "are tried in this order", async () => {
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
    expect(await lookUpOne("036000291452")).toMatchObject({ by: "barcode", service: auroraService });
    expect(await lookUpOne("B0AURORA01")).toMatchObject({ by: "asin", service: auroraService });
    expect(await lookUpOne("AH-100")).toMatchObject({ by: "model", service: auroraService });
  });
});
