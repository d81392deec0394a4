import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli, runJson, runWithInput } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

beforeAll(ensureBuilt);

describe("wrong usage", () => {
  it.each([
    [["fly"], "unknown command 'fly'"],
    [["serve", "--fly"], "unknown option '--fly'"],
    [["import"], "missing required argument 'file'"],
    [["import", "a", "b"], "too many arguments"],
    [["serve", "--port", "70000"], "A port must be a number from 0 to 65535."],
    [["serve", "--clock", "noon"], "A time must look like"],
    [["account", "set", "--plan-credits", "-1"], "Credits must be a whole number"],
    [
      ["account", "set", "--status", "rich"],
      "Allowed choices are active, trialing, past_due, canceled, none",
    ],
    [["account", "set", "--start", "2026-02-31"], "A date must look like 2026-11-21."],
    [["bench", "extraction"], "Allowed choices are lookup, search, history,"],
    [["bench", "extract", "--runs", "0"], "Must be a whole number from 1 to 9999."],
    [["watch", "bought", "a", "--price", "0"], "'--price"],
    [["watch", "bought", "a", "--price", "1", "--on", "2026-02-30"], "'--on"],
    [["watch", "bought", "a", "--price", "1", "--return-days", "1001"], "'--return-days"],
  ])("a wrong command line exits with 2 and is explained on stderr only: %j", async (args, words) => {
    const { code, stdout, stderr } = await runCli([...args, "--data", temporaryFolder()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });

  it.each([[[]], [["account"]]])(
    "an incomplete command line exits with 2 and lists the commands: %j",
    async (args) => {
      const { code, stdout, stderr } = await runCli([...args, "--data", temporaryFolder()]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("Usage: tidemark");
    },
  );
});

describe("failing commands", () => {
  it("a failing command exits with 1 and one line on stderr for any file name", async () => {
    const folder = temporaryFolder();
    await runJson("account", "set", "--data", folder);
    for (const args of [
      ["import", "a\nb"],
      ["score", "a\r\nb"],
      ["export", "x".repeat(300)],
      ["backup", "x".repeat(300)],
      ["extract", "--url", "https://shop.example/", "\u2028"],
    ]) {
      const { code, stdout, stderr } = await runCli([...args, "--data", folder]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^[^\r\n\u2028]+\n$/);
      expect(stderr).not.toContain("Unexpected");
    }
  });

  it.each<[string[], string]>([
    [["import", "/nowhere/file.jsonl"], "The file /nowhere/file.jsonl does not exist."],
    [["account", "show", "--account", "nobody"], "The account 'nobody' does not exist."],
    [["keys", "list", "--account", "nobody"], "The account 'nobody' does not exist."],
    [["keys", "revoke", "key_x"], "There is no active key with the id key_x."],
    [["lookup", "4006381333931"], "No product matches '4006381333931'."],
    [["restore", "/nowhere/backup"], "/nowhere/backup was not restored: the file does not exist."],
    [["export", "/nowhere/export.jsonl"], "/nowhere"],
  ])("a failing command exits with 1 and one line on stderr: %j", async (args, words) => {
    const folder = temporaryFolder();
    await runJson("account", "set", "--data", folder);
    const { code, stdout, stderr } = await runCli([...args, "--data", folder]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("Unexpected");
  });

  it("import of a folder exits with 1", async () => {
    const { code, stderr } = await runCli(["import", temporaryFolder(), "--data", temporaryFolder()]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+ cannot be read \(EISDIR\)\.\n$/);
  });
});

describe("commands that only read", () => {
  it("what prints JSON anyway prints the same with --json", async () => {
    const data = ["--data", temporaryFolder()];
    await runJson("account", "set", ...data);
    for (const args of [
      ["account", "show"],
      ["keys", "list"],
      ["channels", "list"],
      ["rules", "export"],
      ["watch", "export"],
      ["export"],
    ]) {
      const plain = await runCli([...args, ...data]);
      expect(plain).toMatchObject({ code: 0, stderr: "" });
      expect(await runCli([...args, "--json", ...data])).toEqual(plain);
    }
  });

  // `test/storage/disk.test.ts` reads a folder with all of them.
  it("reports that a folder has no data, and creates nothing", async () => {
    const folder = join(temporaryFolder(), "missing");
    expect(await runCli(["export", "--data", folder])).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no data in ${folder}. Add a product with 'tidemark watch add LINK', or choose another folder with --data DIR.\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it("creates nothing in an empty folder", async () => {
    const folder = temporaryFolder();
    const { code, stderr } = await runCli(["watch", "list", "--data", folder]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^There is no data in /) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("report a default folder without data, and do not create it", async () => {
    const home = temporaryFolder();
    const env = { HOME: home, XDG_CONFIG_HOME: home, APPDATA: home };
    const { code, stderr } = await runCli(["watch", "list"], { env });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^There is no data in /) });
    expect(existsSync(join(home, "Tidemark"))).toBe(false);
  });
});

describe("- in place of a file", () => {
  const page = `<h1>Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Lantern",
    "offers":{"@type":"Offer","price":"5","priceCurrency":"USD"}}</script>`.replaceAll("\n", "");

  /** Runs a command in an empty folder, which must stay empty. */
  async function runInEmptyFolder(args: readonly string[], input: string, folder: string) {
    const cwd = temporaryFolder();
    const result = await runWithInput([...args, "--data", folder], input, { cwd });
    expect(readdirSync(cwd)).toEqual([]);
    return result;
  }

  it("exports to stdout, and imports from stdin", async () => {
    const [folder, copy] = [temporaryFolder(), temporaryFolder()];
    const imported = await runInEmptyFolder(["import", "-"], `${productLine("a")}\n`, folder);
    expect(JSON.parse(imported.stdout)).toMatchObject({ products: 1, skipped: [] });
    const rule = { product_key: null, trigger: { kind: "new_low", days: null }, is_enabled: true };
    const rules = await runInEmptyFolder(["rules", "import", "-"], JSON.stringify({ rules: [rule] }), folder);
    expect(JSON.parse(rules.stdout)).toMatchObject({ added: 1 });
    for (const [name, command] of [
      ["catalogue", []],
      ["rules", ["rules"]],
      ["watch list", ["watch"]],
    ] as const) {
      const exported = await runInEmptyFolder([...command, "export", "-"], "", folder);
      expect(exported, name).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^\{/) });
      const args = [...command, "import", "-"];
      expect(await runInEmptyFolder(args, exported.stdout, copy), name).toMatchObject({ code: 0 });
      expect(await runInEmptyFolder([...command, "export", "-"], "", copy), name).toEqual(exported);
    }
  });

  it("extracts a page and a list of pages from stdin", async () => {
    const args = ["extract", "--url", "https://shop.example/", "-"];
    const { code, stdout } = await runInEmptyFolder(args, page, temporaryFolder());
    expect({ code, result: JSON.parse(stdout) }).toMatchObject({ code: 0, result: { status: "found" } });
    const file = join(temporaryFolder(), "page.html");
    writeFileSync(file, page);
    const line = JSON.stringify({ url: "https://shop.example/", file });
    const listed = await runInEmptyFolder(["extract", "--batch", "-"], `${line}\n`, temporaryFolder());
    expect(JSON.parse(listed.stdout)).toEqual(JSON.parse(stdout));
  });

  it.each(["backup", "restore"])("%s refuses it", async (command) => {
    expect(await runInEmptyFolder([command, "-"], "", temporaryFolder())).toEqual({
      code: 1,
      stdout: "",
      stderr: `'${command}' works on a file, not on stdin or stdout. Name a file.\n`,
    });
  });
});
