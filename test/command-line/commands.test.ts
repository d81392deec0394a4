import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  catalogueFile,
  dealLine,
  offerFields,
  productLine,
} from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli, runJson, spawnCli, waitForExit } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

beforeAll(ensureBuilt);

/** A folder with two products. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder();
  const file = catalogueFile(`${productLine("a")}\n${productLine("b", { offers: [] })}\n`);
  await runJson("import", file, "--data", folder);
  return folder;
}

it.each([
  ["before the command", (folder: string) => ["--data", folder, "keys", "create", "--name", "n"]],
  ["between the command's words", (folder: string) => ["keys", "--data", folder, "create", "--name", "n"]],
  ["after the command", (folder: string) => ["keys", "create", "--name", "n", "--data", folder]],
])("--data is accepted %s", async (_where, argsFor) => {
  const folder = temporaryFolder();
  await runJson(...argsFor(folder));
  expect(await runJson("--data", folder, "keys", "list")).toMatchObject([{ name: "n" }]);
});

it("--data is resolved against the working directory and created if missing", async () => {
  const cwd = temporaryFolder();
  const { code } = await runCli(["keys", "create", "--data", "new/data"], { cwd });
  expect(code).toBe(0);
  expect(await runJson("keys", "list", "--data", join(cwd, "new", "data"))).toHaveLength(1);
});

it("--data defaults to the app's data folder", async () => {
  const home = temporaryFolder();
  const { code } = await runCli(["keys", "create"], { env: { XDG_CONFIG_HOME: home, APPDATA: home } });
  expect(code).toBe(0);
  if (process.platform === "darwin") return;
  expect(await runJson("keys", "list", "--data", join(home, "Tidemark"))).toHaveLength(1);
});

it("export writes the same lines to a file and, after an import, to stdout", async () => {
  const odd = productLine("odd", { title: "Line\u2028and paragraph\u2029separators 🎧", offers: [] });
  const folder = temporaryFolder();
  await runJson("import", catalogueFile(`${productLine("a")}\n${odd}\n${dealLine("d")}`), "--data", folder);
  const file = join(temporaryFolder(), "export.jsonl");
  writeFileSync(file, "older ".repeat(9_000));
  expect(await runCli(["export", file, "--data", folder])).toEqual({ code: 0, stdout: "", stderr: "" });
  const copy = temporaryFolder();
  expect(await runJson("import", file, "--data", copy)).toMatchObject({
    products: 2,
    deals: 1,
    skipped: [],
  });
  const { stdout } = await runCli(["export", "--data", copy]);
  expect(stdout).toBe(readFileSync(file, "utf8"));
  expect(stdout.trimEnd().split("\n")).toHaveLength(3);
});

it("export ends cleanly when its reader closes the pipe", async () => {
  const folder = temporaryFolder();
  const lines = Array.from({ length: 2_000 }, (_, i) => productLine(`p${i}`));
  await runJson("import", catalogueFile(lines.join("\n")), "--data", folder);
  const child = spawnCli(["export", "--data", folder]);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect(await waitForExit(child)).toMatchObject({ code: 0, stderr: "" });
});

it("lookup prints a table by default and charges nothing", async () => {
  const folder = await filledFolder();
  const { code, stdout } = await runCli(["lookup", "product/test/a", "--data", folder]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /Product a\n.*product\/test\/a.*\n.*retailer.*\n.*shop\.example.*19\.99 USD.*in stock/,
  );
  expect(await runJson("account", "show", "--data", folder)).toMatchObject({ used: 0, requests_made: 0 });
});

it("lookup shows the offers in every currency, as a table and as JSON", async () => {
  const folder = temporaryFolder();
  const offers = [
    offerFields("dollars"),
    offerFields("out", { currency: "EUR", price: 5, availability: "out", history: [] }),
    offerFields("euros", { currency: "EUR", price: 18, history: [] }),
    offerFields("untrusted", { currency: "EUR", price: 1, history: [], trusted: false }),
  ];
  await runJson("import", catalogueFile(productLine("a", { offers })), "--data", folder);
  const found = await runJson("lookup", "product/test/a", "--json", "--data", folder);
  expect(found).toMatchObject([
    {
      offers: [
        { id: "offer_euros", price: 18, currency: "EUR" },
        { id: "offer_dollars", price: 19.99, currency: "USD" },
        { id: "offer_out", price: 5, currency: "EUR" },
      ],
    },
  ]);
  const { stdout } = await runCli(["lookup", "product/test/a", "--data", folder]);
  expect(stdout).toMatch(/18\.00 EUR.*in stock.*19\.99 USD.*in stock.*5\.00 EUR.*out of stock/s);
});

it("lookup names each unknown identifier, and prints the rest", async () => {
  const folder = await filledFolder();
  const args = ["lookup", "4006381333931", "product/test/a", "no\nsuch thing", "--json", "--data", folder];
  const { code, stdout, stderr } = await runCli(args);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([{ title: "Product a" }]);
  expect(stderr.split("\n")).toEqual([
    "No product matches '4006381333931'. Check it, or look up words of its title.",
    "No product matches 'no such thing'. Check it, or look up words of its title.",
    "",
  ]);
});

it("lookup --json prints an array without products, too", async () => {
  const folder = await filledFolder();
  const { code, stdout } = await runCli(["lookup", "product/test/none", "--json", "--data", folder]);
  expect({ code, found: JSON.parse(stdout) }).toEqual({ code: 1, found: [] });
});

it("lookup accepts any number of identifiers, and advises nothing about the API", async () => {
  const folder = await filledFolder();
  const identifiers = Array.from({ length: 150 }, (_, i) => `product/test/none${i}`);
  const { code, stdout, stderr } = await runCli(["lookup", ...identifiers, "--data", folder]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toHaveLength(150);
  expect(stderr).not.toMatch(/\/products\/search|ids=/);
});

it("a new folder has a default account without keys", async () => {
  const folder = await filledFolder();
  expect(await runJson("account", "show", "--data", folder)).toMatchObject({
    name: "default",
    status: "active",
    used: 0,
    requests_made: 0,
    rate: { limit: 1_000, remaining: 1_000, reset_seconds: 0 },
  });
  expect(await runJson("keys", "list", "--data", folder)).toEqual([]);
});

it("account set changes only the named fields", async () => {
  const folder = temporaryFolder();
  const set = (...args: string[]) => runJson("account", "set", ...args, "--data", folder);
  // The period of an account that starts today does not end during the test.
  const start = new Date().toISOString().slice(0, "2026-01-31".length);
  await set("--plan-credits", "100", "--bonus", "20", "--start", start, "--used", "30");
  const account = await set("--status", "trialing");
  expect(account).toMatchObject({
    plan_credits: 100,
    bonus: 20,
    start,
    used: 30,
    remaining: 90,
  });
  expect(await set("--status", "canceled")).toMatchObject({ remaining: 0, past_due_since: null });
  const overdue = await set("--status", "past_due", "--past-due-since", "2026-01-01T00:00:00Z");
  expect(overdue).toMatchObject({ past_due_since: "2026-01-01T00:00:00.000Z", remaining: 0 });
});

it("account set creates a named account with its own keys", async () => {
  const folder = temporaryFolder();
  await runJson("account", "set", "--account", "shop", "--plan-credits", "5", "--data", folder);
  await runJson("keys", "create", "--account", "shop", "--name", "theirs", "--data", folder);
  expect(await runJson("keys", "list", "--data", folder)).toEqual([]);
  expect(await runJson("keys", "list", "--account", "shop", "--data", folder)).toMatchObject([
    { name: "theirs" },
  ]);
  expect(await runJson("account", "show", "--data", folder)).toMatchObject({ name: "default" });
});

it("keys create is the only command that shows a key", async () => {
  const folder = temporaryFolder();
  const created = await runJson<{ id: string; key: string }>(
    "keys",
    "create",
    "--read-only",
    "--data",
    folder,
  );
  expect(Object.keys(created)).toEqual(["id", "key"]);
  expect(created.key).toMatch(/^ss_live_[A-Za-z0-9]{32}$/);
  expect(await runJson("keys", "revoke", created.id, "--data", folder)).toEqual({
    id: created.id,
    revoked: true,
  });
  const listed = await runJson("keys", "list", "--data", folder);
  expect(listed).toMatchObject([{ id: created.id, read_only: true, revoked_at: expect.any(String) }]);
  expect(JSON.stringify(listed)).not.toContain(created.key.slice(8));
  expect((await runCli(["keys", "revoke", created.id, "--data", folder])).code).toBe(1);
  expect(readFileSync(join(folder, "tidemark.sqlite3")).includes(created.key.slice(8))).toBe(false);
});
