import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, runCli, runJson, runResults } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { type ListShop, productPage, startListEngine, startListShop } from "../lists/shops.js";

beforeAll(ensureBuilt);

/** A folder without an engine, or with one, that may visit the shop. */
const folders = {
  "without an engine": async (shop: ListShop) => {
    const folder = temporaryFolder();
    await runResults([
      "watch",
      "add",
      `${shop.origin}/p/seen`,
      "--allow-host",
      "127.0.0.1",
      "--data",
      folder,
    ]);
    return folder;
  },
  "beside a running engine": async (shop: ListShop) => {
    const { folder, call } = await startListEngine();
    await call("links.add", { url: `${shop.origin}/p/seen` });
    return folder;
  },
};

function fileWith(content: string, name = "links.txt"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

describe.each(["without an engine", "beside a running engine"] as const)("lists %s", (kind) => {
  it("imports a file, prints what became of each link, and takes it back", { timeout: 60_000 }, async () => {
    const [shop, other] = [await startListShop(), await startListShop()];
    other.respond = (path, response) =>
      path === "/p/new"
        ? response.end(productPage("New lamp", 12))
        : response.writeHead(404).end("<h1>Not found</h1>");
    const folder = await folders[kind](shop);
    const file = fileWith(`${shop.origin}/p/seen\nnotes\n${other.origin}/p/new\n${other.origin}/p/gone\n`);
    const { code, results, stderr } = await runResults([
      ...["watch", "import", file, "--tag", "gifts", "--every", "weekly", "--data", folder],
    ]);
    const summary = results.at(-1);
    const entries = results.slice(0, -1) as { status: string; link: string }[];
    expect(code).toBe(1);
    expect(stderr).toMatch(/^1 link was not added\. 'tidemark lists entries \d' shows why\.\n$/);
    expect(entries.map(({ status, link }) => [status, link.slice(-4)]).sort()).toEqual([
      ["known", "seen"],
      ["question", "gone"],
      ["watched", "/new"],
    ]);
    expect(summary).toEqual({
      list: expect.any(Number),
      watched: 1,
      known: 1,
      question: 1,
      failed: 0,
      waiting: 0,
      skipped: [{ line: 2, reason: expect.any(String) }],
    });
    const { list } = summary as { list: number };
    const watched = (await runResults(["watch", "list", "--data", folder])).results;
    expect(watched).toHaveLength(2);
    expect(watched).toContainEqual(
      expect.objectContaining({ title: "New lamp", every: "weekly", tags: ["gifts"] }),
    );
    expect((await runResults(["lists", "list", "--data", folder])).results).toMatchObject([
      { id: list, kind: "import", name: "links", state: "ended" },
    ]);
    const asked = await runResults([
      "lists",
      "entries",
      String(list),
      "--state",
      "question",
      "--data",
      folder,
    ]);
    expect(asked.results).toMatchObject([{ link: `${other.origin}/p/gone`, status: "question" }]);
    expect(await runJson("lists", "undo", String(list), "--data", folder)).toEqual({ products: 1 });
    expect((await runResults(["watch", "list", "--data", folder])).results).toHaveLength(1);
    expect(await runJson("lists", "redo", String(list), "--data", folder)).toEqual({ products: 1 });
    expect(await runJson("lists", "remove", String(list), "--data", folder)).toEqual({ removed: true });
    const unknown = await runCli(["lists", "entries", String(list), "--data", folder]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no list") });
  });

  it("exports the watch list, which another folder imports from stdin", async () => {
    const shop = await startListShop();
    const folder = await folders[kind](shop);
    const file = join(temporaryFolder(), "watched.json");
    expect(await runCli(["watch", "export", file, "--data", folder])).toMatchObject({ code: 0, stdout: "" });
    const content = readFileSync(file, "utf8");
    const copy = temporaryFolder();
    const { code, results } = await runResults(["watch", "import", "-", "--data", copy], { input: content });
    expect(code).toBe(0);
    expect(results).toMatchObject([{ status: "watched" }, { watched: 1, skipped: [] }]);
    expect((await runCli(["watch", "export", "--data", copy])).stdout).toBe(content);
  });
});

describe("commands for lists", () => {
  it("names what it cannot import", async () => {
    const data = temporaryFolder();
    const run = (...args: string[]) => runCli([...args, "--data", data]);
    expect(await run("watch", "import", fileWith("no links here"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no links"),
    });
    expect(await run("watch", "import", join(data, "none.txt"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be read"),
    });
    expect(await run("watch", "import", fileWith("\n"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is empty"),
    });
    expect(await run("lists", "accept", "7")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no list 7"),
    });
  });
});
