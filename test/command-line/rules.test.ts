import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogueFile, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli, runJson } from "../support/cli.js";
import { openTestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

interface Rules {
  readonly rules: { readonly product_key: string | null; readonly is_enabled: boolean }[];
}

const catalogue = [productLine("a"), productLine("b")].join("\n");

async function prepareFolder(): Promise<string> {
  const folder = temporaryFolder();
  await runJson("import", catalogueFile(catalogue), "--data", folder);
  return folder;
}

function exportRules(folder: string): Promise<Rules> {
  return runJson<Rules & Record<string, unknown>>("rules", "export", "--data", folder);
}

function rulesFile(content: unknown): string {
  const file = join(temporaryFolder(), "rules.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function importRules(file: string, folder: string) {
  const { code, stdout, stderr } = await runCli(["rules", "import", file, "--data", folder]);
  return { code, report: stdout === "" ? null : JSON.parse(stdout), stderr };
}

const target = {
  product_key: "product/test/a",
  trigger: { kind: "target", price: 45.5, currency: "EUR" },
  retailer: "shop.example",
  condition: "new",
  is_enabled: true,
};
const others = [
  { product_key: null, trigger: { kind: "percent_below", base: "median30", percent: 15 } },
  { product_key: "product/test/a", trigger: { kind: "back_in_stock" }, is_enabled: false },
  { product_key: "product/test/b", trigger: { kind: "new_low", days: null } },
  { product_key: "product/test/b", trigger: { kind: "new_low", days: 90 }, retailer: "shop.example" },
];

describe("rules", () => {
  it("an export imported into another folder gives an equal export, also in another order", async () => {
    const [first, second] = [await prepareFolder(), await prepareFolder()];
    const { code, report } = await importRules(rulesFile({ rules: [target, ...others] }), first);
    expect({ code, report }).toEqual({ code: 0, report: { added: 5, changed: 0, existing: 0, skipped: [] } });
    const exported = await exportRules(first);
    expect(exported.rules).toContainEqual(target);
    await importRules(rulesFile({ rules: exported.rules.toReversed() }), second);
    expect(await exportRules(second)).toEqual(exported);
    const again = await importRules(rulesFile(exported), second);
    expect(again.report).toEqual({ added: 0, changed: 0, existing: exported.rules.length, skipped: [] });
    const toFile = join(temporaryFolder(), "out.json");
    expect((await runCli(["rules", "export", toFile, "--data", second])).code).toBe(0);
    expect((await importRules(toFile, first)).report).toMatchObject({ added: 0, changed: 0, skipped: [] });
  });

  it("turns rules on and off as in the file", async () => {
    const folder = await prepareFolder();
    await importRules(rulesFile({ rules: [target] }), folder);
    const off = { rules: [{ ...target, is_enabled: false }] };
    expect((await importRules(rulesFile(off), folder)).report).toMatchObject({ added: 0, changed: 1 });
    expect((await exportRules(folder)).rules).toContainEqual({ ...target, is_enabled: false });
  });

  it("skips and names rules that are invalid or of unknown products, and exits with 1", async () => {
    const folder = await prepareFolder();
    const rules = [
      { ...target, product_key: "product/none/1" },
      target,
      { ...target, trigger: { kind: "target", price: -1 } },
      { ...target, trigger: { kind: "magic" } },
      "rule",
      target,
    ];
    const { code, report, stderr } = await importRules(rulesFile({ rules }), folder);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "5 of 6 rules were skipped.\n" });
    expect(report).toMatchObject({
      added: 1,
      skipped: [
        { rule: 1, reason: expect.stringContaining("product/none/1") },
        { rule: 3, reason: expect.any(String) },
        { rule: 4, reason: expect.stringContaining("trigger") },
        { rule: 5, reason: expect.any(String) },
        { rule: 6, reason: expect.stringContaining("already exists") },
      ],
    });
  });

  it.each([
    ["empty", ""],
    ["broken", '{"rules":['],
    ["of another kind", catalogue],
    ["of 10 MB", `{"rules":["${"x".repeat(10_000_000)}"]}`],
  ])("refuses a file that is %s with one line, and changes nothing", async (_what, content) => {
    const folder = await prepareFolder();
    const before = await exportRules(folder);
    const { code, report, stderr } = await importRules(rulesFile(content), folder);
    expect({ code, report }).toEqual({ code: 1, report: null });
    expect(stderr).toMatch(/^The file [^\n]+\n$/);
    expect(await exportRules(folder)).toEqual(before);
  });

  it("exits with 1 for a file or folder that does not exist", async () => {
    const folder = await prepareFolder();
    expect(await importRules(join(folder, "none.json"), folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ENOENT"),
    });
    expect(await importRules(folder, folder)).toMatchObject({ code: 1, report: null });
    expect((await runCli(["rules", "export", join(folder, "none", "out.json"), "--data", folder])).code).toBe(
      1,
    );
    expect((await runCli(["rules", "export", join(folder, "tidemark.sqlite3"), "--data", folder])).code).toBe(
      1,
    );
  });

  it("imports into a running engine, which shows the rules at once", async () => {
    const engine = await openTestEngine();
    await runJson("import", catalogueFile(catalogue), "--data", engine.folder);
    const changes = () => engine.events.filter((each) => each.kind === "changed").length;
    const before = changes();
    expect((await importRules(rulesFile({ rules: [target] }), engine.folder)).code).toBe(0);
    const { rules } = await engine.data("rules.list", { product_key: "product/test/a" });
    expect(rules).toContainEqual(expect.objectContaining(target));
    expect(changes()).toBeGreaterThan(before);
  });
});

it("a running engine tells the window when a command without it has written", async () => {
  const engine = await openTestEngine();
  const isTold = () => engine.events.some((each) => each.kind === "changed" && each.dataKind === "all");
  await runJson("import", catalogueFile(catalogue), "--data", engine.folder);
  await until(isTold);
});
