import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { featureNames } from "../../../src/main/engine/extract/score/features.js";
import { scoreOf } from "../../../src/main/engine/extract/score/price-score.js";
import { fitModel } from "../../../tools/price-model/fit.js";
import { gatherPages } from "../../../tools/price-model/gather.js";
import { trainModel } from "../../../tools/price-model/train.js";
import { temporaryFolder } from "../../support/folder.js";

/** An amount of which only these features are known. */
function amountWith(...names: readonly string[]): number[] {
  return featureNames.map((name) => Number(names.includes(name)));
}

it("a model learns what tells the price from other amounts, and that a page may have none", () => {
  const [asked, listed] = [amountWith("now"), amountWith("listed")];
  const pages = [
    { amounts: [asked, listed, listed], answer: 0 },
    { amounts: [listed, asked], answer: 1 },
    { amounts: [listed, listed], answer: -1 },
  ];
  const model = fitModel(Array.from({ length: 20 }, () => pages).flat());
  expect(scoreOf(asked, model)).toBeGreaterThan(1);
  expect(scoreOf(listed, model)).toBeLessThan(-1);
});

const html =
  '<html lang="en-US"><title>Trail Lantern</title><h1>Trail Lantern</h1><p class="price">$40.00</p><button>Add to cart</button>';

function listed(url: string, split: string, sha256: string) {
  const expect = { status: "found", price: 40, currency: "USD" };
  return JSON.stringify({
    repository: "a/b",
    commit: "c",
    path: url,
    sha256,
    url,
    split,
    expect,
    readers: 1,
  });
}

it("pages are gathered by their checksum into a folder for each split, from which a model is trained", async () => {
  const folder = temporaryFolder();
  const packed = gzipSync(html);
  const sha256 = createHash("sha256").update(html).digest("hex");
  const list = join(folder, "pages.jsonl");
  const lines = [
    listed("https://a.example/p", "train", sha256),
    listed("https://b.example/p.gz", "validation", createHash("sha256").update(packed).digest("hex")),
    listed("https://c.example/p", "train", "0".repeat(64)),
    listed("https://gone.example/p", "train", sha256),
  ];
  writeFileSync(list, lines.join("\n"));
  const missing = await gatherPages(list, folder, async ({ path }) => {
    if (path.includes("gone")) throw new Error("status 404");
    return path.endsWith(".gz") ? packed : Buffer.from(html);
  });
  expect(missing).toEqual([
    "a/b/https://c.example/p: it has changed",
    "a/b/https://gone.example/p: status 404",
  ]);
  const output = join(folder, "model.json");
  const table = trainModel([join(folder, "train")], { test: [join(folder, "validation")], output });
  expect(table.match(/with score \| 1 \| 1 \|/g)).toHaveLength(2);
  expect(Object.keys(JSON.parse(readFileSync(output, "utf8")).weights)).toEqual(featureNames);
});
