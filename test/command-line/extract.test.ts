import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, runCli, runJson, runWithInput } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";

beforeAll(ensureBuilt);

const url = "https://shop.example/p/lantern";
const html = `<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern",
  "offers":{"@type":"Offer","price":"49.99","priceCurrency":"USD","availability":"InStock"}}</script>`;

function savedPage(text: string, name = "page.html"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

it("extract prints the result for a saved page as one line of JSON", async () => {
  expect(await runJson("extract", "--url", url, savedPage(html))).toEqual({
    url,
    status: "found",
    reason: null,
    product: { title: "Trail Lantern" },
    offer: { price: 49.99, currency: "USD", availability: "in", seller: null },
    candidates: [{ price: 49.99, currency: "USD", availability: "in", from: "json-ld" }],
    evidence: {
      price: "json-ld:Product.offers.price",
      availability: "json-ld:Product.offers.availability",
    },
  });
});

it.each([
  ["a text of a million prices", `<p>${"$1".repeat(1_000_000)}</p>`],
  ["half a million prices", "<b>$1</b>".repeat(560_000)],
])("extract reads a page with %s in the memory of a thread that reads pages", async (_what, text) => {
  const env = { NODE_OPTIONS: "--max-old-space-size=256" };
  const { code, stdout } = await runCli(["extract", "--url", url, savedPage(text)], { env });
  expect({ code, status: JSON.parse(stdout).status }).toEqual({ code: 0, status: "nothing" });
});

it("extract prints one result line per page of a --batch list, in order", async () => {
  const pages = [
    { url, file: savedPage(html) },
    { url: "https://shop.example/gone", file: savedPage("<title>404</title><h1>Page not found</h1>") },
  ];
  const list = savedPage(pages.map((page) => JSON.stringify(page)).join("\n"), "list.jsonl");
  const { code, stdout } = await runCli(["extract", "--batch", list]);
  expect(code).toBe(0);
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { url: string; status: string });
  expect(results.map((each) => [each.url, each.status])).toEqual([
    [url, "found"],
    ["https://shop.example/gone", "blocked"],
  ]);
});

it("extract goes on after lines of a --batch list that cannot be read, and exits with 1", async () => {
  const missing = join(temporaryFolder(), "none.html");
  const lines = [
    JSON.stringify({ url, file: missing }),
    '{"url":"https://shop.example/"}',
    "not JSON",
    JSON.stringify({ url, file: savedPage(html) }),
  ];
  const list = savedPage(lines.join("\n"), "list.jsonl");
  const { code, stdout, stderr } = await runCli(["extract", "--batch", list]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "3 of 4 lines could not be read.\n" });
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { url, status: "failed", reason: `The file ${missing} cannot be read.` },
    { url: null, status: "failed", reason: expect.stringMatching(/^Line 2 does not have the form/) },
    { url: null, status: "failed", reason: expect.stringMatching(/^Line 3 does not have the form/) },
    expect.objectContaining({ url, status: "found" }),
  ]);
});

it("extract reports wrong arguments, a missing file and a missing list", async () => {
  for (const args of [
    ["extract"],
    ["extract", "--url", "shop.example"],
    ["extract", "--url", "ftp://shop.example/"],
  ])
    expect(await runCli(args)).toMatchObject({ code: 2, stdout: "" });
  const missing = await runCli(["extract", "--url", url, join(temporaryFolder(), "none.html")]);
  expect(missing).toMatchObject({ code: 1, stdout: "" });
  expect(missing.stderr).toMatch(/^The file .+ cannot be read\.\n$/);
  const noList = await runCli(["extract", "--batch", join(temporaryFolder(), "none.jsonl")]);
  expect(noList).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("ENOENT") });
});

it("extract reads a page from standard input", async () => {
  const { code, stdout } = await runWithInput(["extract", "--url", url], html);
  expect([code, (JSON.parse(stdout) as { status: string }).status]).toEqual([0, "found"]);
});
