import { beforeEach, expect, it } from "vitest";
import { useAdding } from "../../../../src/renderer/stores/adding/entries.js";
import { followPage, previewList, startImport, useLists } from "../../../../src/renderer/stores/lists.js";
import { go, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import { useNotices } from "../../../../src/renderer/stores/notices.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import { defer, type FakeBridge, installFakeBridge, success } from "../../../support/fake-bridge.js";

const item = {
  url: "https://shop.example/p/kettle",
  title: "Kettle",
  price: null,
  currency: null,
  target: null,
  other_target: null,
  target_currency: null,
  tags: [],
  points: 0,
  line: 1,
  is_suggested: true,
  is_known: false,
  product_key: null,
};
const preview = success<"lists.preview">({
  format: "text",
  name: "links",
  items: [item],
  repeated: 0,
  skipped: [],
  needs_page_url: false,
});
const imported = success<"lists.import">({ id: 1, items: 1, skipped: [] });

let bridge: FakeBridge;

beforeEach(async () => {
  useAdding.setState({ entries: [], isFormOpen: false });
  useLists.setState({ preview: null, isBusy: false, error: null });
  useNavigation.setState({ stack: [home], position: 0 });
  bridge = await installFakeBridge();
  go({ view: "add" });
});

it("does not move a shopper who has left when the preview of a file arrives", async () => {
  const late = defer<CallResult<"lists.preview">>();
  bridge.handle({ "lists.preview": () => late.promise });
  const previewing = previewList("links.txt", item.url);
  go({ view: "deals" });
  late.resolve(preview);
  await previewing;
  expect(visitNow()).toEqual({ view: "deals" });
  expect(useLists.getState().preview?.selected).toEqual(new Set([item.url]));
});

it("does not move a shopper who has left when an import has started", async () => {
  const late = defer<CallResult<"lists.import">>();
  bridge.handle({ "lists.preview": () => preview, "lists.import": () => late.promise });
  await previewList("links.txt", item.url);
  const shown = useLists.getState().preview;
  if (!shown) throw new Error("No preview is shown.");
  const starting = startImport(shown);
  go({ view: "deals" });
  late.resolve(imported);
  await starting;
  expect(visitNow()).toEqual({ view: "deals" });
  expect(useLists.getState().preview).toBeNull();
  expect(useAdding.getState().isFormOpen).toBe(true);
});

it("names the rules that an import had no room for", async () => {
  const rules = { line: 0, text: "", problem: "more rules", detail: "50", reason: "" } as const;
  const started = success<"lists.import">({ id: 1, items: 1, skipped: [rules] });
  bridge.handle({ "lists.preview": () => preview, "lists.import": () => started });
  await previewList("list.json", item.url);
  const shown = useLists.getState().preview;
  if (!shown) throw new Error("No preview is shown.");
  await startImport(shown);
  expect(useNotices.getState().shown).toMatchObject([
    { text: "All products can share 50 rules; the others of the file were left out." },
  ]);
});

it("follows a page whose link lacks its https://", async () => {
  bridge.handle({ "lists.follow": () => success<"lists.follow">({ id: 1, offered: 0 }) });
  expect(await followPage(" shop.example/wishlist ")).toBeNull();
  expect(bridge.calls.at(-1)).toMatchObject({ input: { url: "https://shop.example/wishlist" } });
});
