import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Recipe, recipe as recipeForm } from "../../../src/shared/recipe/recipe.js";
import { openTestEngine, type TestEngine } from "../../support/engine.js";
import { addLink, startShopAndEngine } from "../../support/shop.js";
import { until } from "../../support/until.js";

function recipe(host: string, selector = "#price"): Recipe {
  return { version: 1, host, price: { selectors: [selector], attribute: null, decimal: null } };
}

async function exportRecipes(engine: TestEngine, host?: string): Promise<string> {
  return (await engine.data("recipes.export", host === undefined ? {} : { host })).text;
}

async function importRecipes(engine: TestEngine, text: string) {
  return engine.data("recipes.import", { text });
}

it("recipe files have one line per host and survive an export and import unchanged", async () => {
  const [from, to] = [await openTestEngine(), await openTestEngine()];
  for (const host of ["b.example", "a.example:8080"])
    await from.call("recipes.save", { recipe: recipe(host) });
  const text = await exportRecipes(from);
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { type: "tidemark-recipe", version: 1, host: "a.example:8080" },
    { type: "tidemark-recipe", version: 1, host: "b.example" },
  ]);
  expect((await exportRecipes(from, "b.example")).trimEnd().split("\n")).toHaveLength(1);
  expect(await exportRecipes(from, "c.example")).toBe("");
  expect(await importRecipes(to, `\uFEFF${text.replaceAll("\n", "\r\n")}\n`)).toMatchObject({
    imported: 2,
    skipped: [],
  });
  expect(await exportRecipes(to)).toBe(text);
});

it("any valid recipe survives an export and import", async () => {
  const engine = await openTestEngine();
  const selectors = fc.constantFrom("#a", ".b > i", '[x="ü €"]', 'a[class*="p_"]', "li:nth-of-type(3)");
  const hosts = fc.domain().map((host) => host.toLowerCase());
  const anyRecipe = fc.record({
    version: fc.constant(1 as const),
    host: hosts,
    price: fc.record({
      selectors: fc.array(selectors, { minLength: 1, maxLength: 8 }),
      attribute: fc.constantFrom(null, "content", "data-price"),
      decimal: fc.constantFrom(null, "." as const, "," as const),
    }),
  });
  await fc.assert(
    fc.asyncProperty(anyRecipe, async (each) => {
      expect(await engine.call("recipes.save", { recipe: each })).toMatchObject({ ok: true });
      const text = await exportRecipes(engine, each.host);
      await engine.call("recipes.remove", { host: each.host });
      expect(await importRecipes(engine, text)).toMatchObject({ imported: 1, skipped: [] });
      expect(recipeForm.parse(JSON.parse(await exportRecipes(engine, each.host)))).toEqual(each);
    }),
    { numRuns: 30 },
  );
});

it("an import accepts every valid recipe and reports each invalid one with its reason", async () => {
  const engine = await openTestEngine();
  const line = (change: object) =>
    JSON.stringify({ type: "tidemark-recipe", ...recipe("x.example"), ...change });
  const text = [
    line({ host: "good.example" }),
    "{",
    "null",
    '{"type":"product"}',
    line({ version: 2 }),
    line({ host: "no host" }),
    line({ price: { selectors: ["a{}"] } }),
    line({ price: { selectors: [] } }),
    "",
    line({ host: "good-too.example", price: { selectors: ["b"] } }),
  ].join("\n");
  const { imported: count, skipped } = await importRecipes(engine, text);
  expect(count).toBe(2);
  expect(skipped.map((each) => each.line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  for (const { reason } of skipped) expect(reason).toMatch(/\.$/);
  expect(skipped.find((each) => each.line === 5)?.reason).toMatch(/newer/);
  const { data } = (await engine.call("recipes.list", {})) as { data: { recipes: { host: string }[] } };
  expect(data.recipes.map(({ host }) => host)).toEqual(["good-too.example", "good.example"]);
});

it("an import of recipes is undone as a whole, with those that it replaced", async () => {
  const engine = await openTestEngine();
  await engine.call("recipes.save", { recipe: recipe("a.example", "#old") });
  const before = await engine.data("recipes.list", {});
  const text = [recipe("a.example", "#new"), recipe("b.example")]
    .map((each) => JSON.stringify({ type: "tidemark-recipe", ...each }))
    .join("\n");
  const { act_id: id } = await importRecipes(engine, text);
  await engine.call("acts.undo", { id: id ?? 0 });
  expect(await engine.data("recipes.list", {})).toEqual(before);
});

it("recipe files are rejected when empty, too large or too long", async () => {
  const engine = await openTestEngine();
  for (const text of ["", " \n ", "x".repeat(900_001), "x\n".repeat(5_001)])
    expect(await engine.call("recipes.import", { text })).toMatchObject({ ok: false });
});

describe("recipes of a host", () => {
  it("a recipe is replaced by a newer one, survives a restart and is removed only once", async () => {
    const engine = await openTestEngine();
    await engine.call("recipes.save", { recipe: recipe("a.example", "#old") });
    await engine.call("recipes.save", { recipe: recipe("a.example", "#new") });
    await engine.restart();
    expect(await engine.data("recipes.list", {})).toMatchObject({
      recipes: [{ host: "a.example", price: { selectors: ["#new"] } }],
    });
    const remove = () => engine.call("recipes.remove", { host: "a.example" });
    expect(await remove()).toMatchObject({ data: { removed: true } });
    expect(await remove()).toMatchObject({ data: { removed: false } });
  });

  it("a new recipe makes the next check fetch the whole page again", async () => {
    const { shop, engine } = await startShopAndEngine();
    const { product_key: productKey } = await addLink(engine, `${shop.origin}/p/lantern`);
    await engine.call("recipes.save", { recipe: recipe(shop.host) });
    await engine.request("PUT", `/products/scheduled?ids=${productKey}&schedule=hourly`);
    const before = shop.requests.length;
    engine.clock.advance(3_600_000);
    await until(() => shop.requests.length > before);
    expect(shop.requests.at(-1)?.isConditional).toBe(false);
  });
});
