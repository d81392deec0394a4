import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type ListShop, productPage, startListEngine, startListShop } from "../integration/lists/shops.js";
import { ensureBuilt, runCli, runJson, runResults, spawnCli, waitForExit } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { addLink } from "../support/shop.js";

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
    const engine = await startListEngine();
    await addLink(engine, `${shop.origin}/p/seen`);
    return engine.folder;
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
    const revert = (name: string) => runJson("lists", name, String(list), "--json", "--data", folder);
    expect(await revert("undo")).toMatchObject({ id: list, state: "undone" });
    expect((await runResults(["watch", "list", "--data", folder])).results).toHaveLength(1);
    expect(await revert("redo")).toMatchObject({ id: list, state: "ended" });
    expect(await runJson("lists", "remove", String(list), "--json", "--data", folder)).toEqual({
      removed: true,
    });
    const unknown = await runCli(["lists", "entries", String(list), "--data", folder]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no list") });
  });
});

describe("commands for lists", () => {
  it("asks where links without an address are from, and names the option that allows their host", async () => {
    const shop = await startListShop();
    const data = ["--data", temporaryFolder()];
    const card = (name: string) => `<li><a href="/p/${name}-100">Solar lamp ${name}</a> <b>$5.00</b></li>`;
    const file = fileWith(
      `<!doctype html><title>Wishes</title><ul>${card("one")}${card("two")}</ul>`,
      "a.html",
    );
    expect(await runCli(["watch", "import", file, ...data])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--page-url"),
    });
    const named = ["watch", "import", file, "--page-url", `${shop.origin}/wishes`, ...data];
    const refused = await runResults(named);
    const hint = expect.stringContaining(`--allow-host ${shop.host}`);
    expect(refused.results).toMatchObject([{ reason: hint }, { reason: hint }, { question: 2 }]);
    const followed = await runCli(["lists", "follow", `${shop.origin}/wishes`, ...data]);
    expect(followed).toMatchObject({ code: 1, stderr: hint });
    const accept = ["lists", "accept", "1", "1", "2", ...data];
    expect((await runResults(accept)).results).toMatchObject([{ reason: hint }, { reason: hint }, {}]);
    const allowed = await runResults([...accept, "--allow-host", shop.host]);
    expect(allowed.results).toMatchObject([
      { link: expect.stringMatching(/-100$/), status: "watched", price: 10, currency: "USD" },
      { status: "watched" },
      { watched: 2 },
    ]);
  });

  it("asks which target is meant if it can be read in two ways, and takes the answer", async () => {
    const shops = [await startListShop(), await startListShop()];
    const data = ["--data", temporaryFolder()];
    const links = shops.map(({ origin }) => `${origin}/p/lamp`);
    const file = fileWith(`url,target\n${links.map((link) => `${link},1.299`).join("\n")}\n`, "a.csv");
    const imported = await runResults(["watch", "import", file, "--allow-host", "127.0.0.1", ...data]);
    const asking = { status: "question", reason: "Is the target 1,299 or 1.299?" };
    expect(imported.results).toMatchObject([asking, asking, { question: 2, skipped: [] }]);
    const accept = ["lists", "accept", "1", "--target", "1299", ...data];
    expect(await runCli(accept)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Name the links"),
    });
    const accepted = await runResults([...accept.slice(0, 3), "1", ...accept.slice(3)]);
    expect(accepted.results).toMatchObject([
      { id: 1, status: "watched" },
      { watched: 1, question: 1 },
    ]);
    await runResults(["watch", "add", links[1] ?? "", "--target", "1.30", ...data]);
    const { results } = await runResults(["watch", "list", ...data]);
    const targets = results.map((row) => (row as { target: number }).target);
    expect(targets.sort()).toEqual([1.3, 1_299]);
    const entries = await runResults(["lists", "accept", "1", "2", ...data]);
    expect(entries.results).toMatchObject([{ id: 2, status: "known" }, { question: 0 }]);
    await runResults(["watch", "import", fileWith(`${links[0]}\n`), ...data]);
    expect(await runCli(["lists", "accept", "2", "1", "--target", "5", ...data])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("List 2 has no link 1."),
    });
  });

  it("leaves the rest of an interrupted import to the next engine, and says how much it is", async () => {
    const shop = await startListShop();
    const data = ["--data", temporaryFolder()];
    const file = fileWith(["a", "b", "c"].map((name) => `${shop.origin}/p/${name}`).join("\n"));
    const child = spawnCli(["watch", "import", file, "--allow-host", shop.host, "--json", ...data]);
    const ended = waitForExit(child);
    if (child.stdout) await once(child.stdout, "data");
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(1);
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { waiting?: number });
    const waiting = results.at(-1)?.waiting ?? 0;
    expect(waiting).toBeGreaterThan(0);
    expect(stderr).toContain(`${waiting} link`);
    const left = await runResults(["lists", "entries", "1", "--state", "waiting", ...data]);
    expect(left.results).toHaveLength(waiting);
  });

  it("shows a table of what it did to a list, and JSON where asked", async () => {
    const folder = await folders["beside a running engine"](await startListShop());
    const data = ["--data", folder];
    const { results } = await runResults(["watch", "import", fileWith("https://shop.invalid/p"), ...data]);
    const { list } = results.at(-1) as { list: number };
    const cancel = ["lists", "cancel", String(list), ...data];
    expect(await runCli(cancel)).toMatchObject({ code: 0, stdout: "cancelled\ntrue\n" });
    expect(await runJson(...cancel, "--json")).toEqual({ cancelled: false });
  });

  it("names what it cannot import", async () => {
    const data = temporaryFolder();
    const run = (...args: string[]) => runCli([...args, "--data", data]);
    const page = '<!doctype html><title>Links</title><a href="https://shop.example/help">Help</a>';
    for (const [args, said] of [
      [["watch", "import", fileWith("no links here")], "no links"],
      [["watch", "import", fileWith(page)], "None of the file's links"],
      [["watch", "import", join(data, "none.txt")], "cannot be read"],
      [["watch", "import", "/dev/zero"], "larger than 8 MiB"],
      [["watch", "import", fileWith("\n")], "is empty"],
      [["lists", "accept", "7"], "There is no list 7"],
    ] as const)
      expect(await run(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  });
});
