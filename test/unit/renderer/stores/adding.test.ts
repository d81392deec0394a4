import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toWatchItem } from "../../../../src/renderer/lib/watch/watch-item.js";
import { undoLatest } from "../../../../src/renderer/stores/acts.js";
import {
  addByHand,
  answer,
  enterPrice,
  sayCurrency,
  visitAllowed,
  watchSeparately,
} from "../../../../src/renderer/stores/adding/answers.js";
import {
  type AddAnswer,
  dropOpen,
  openAddMany,
  useAdding,
} from "../../../../src/renderer/stores/adding/entries.js";
import { addAll, addShop, takeBack } from "../../../../src/renderer/stores/adding/queue.js";
import { go, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import { useNotices } from "../../../../src/renderer/stores/notices.js";
import { keepOpenLinks } from "../../../../src/renderer/stores/open-links.js";
import { useWatchList } from "../../../../src/renderer/stores/watch-list.js";
import type { AddLinkResult } from "../../../../src/shared/app/pages.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import { defer, type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { memoryStorage } from "../../../support/memory-storage.js";
import { untilPasses } from "../../../support/until.js";
import { createWatchRow } from "../../../support/watch-row.js";

const link = (name: string) => `https://shop.example/p/${name}`;
const added = (name: string): Extract<AddLinkResult, { outcome: "added" }> => ({
  outcome: "added",
  correction: null,
  is_known_page: false,
  is_sold_out: false,
  is_read_without_click: false,
  product_key: `product/${name}/1`,
  title: name,
  page_title: name,
  offer_id: `offer-${name}`,
  price: 40,
  currency: "USD",
  is_known_product: false,
  best_before: null,
  act_id: null,
});
const unread: AddLinkResult = {
  outcome: "unread",
  host: "shop.example",
  cause: "refused",
  reason: "The shop refuses to show the page to programs.",
  advice: null,
  title: null,
  is_rendered: false,
};

let bridge: FakeBridge;
const nameOf = (url: string) => url.split("/").at(-1) ?? "";
const states = () => useAdding.getState().entries.map(({ text, state }) => [nameOf(text), state.kind]);
const called = (operation: string) =>
  bridge.calls.filter((call) => call.operation === operation).map(({ input }) => input);

beforeEach(async () => {
  useAdding.setState({ entries: [], isFormOpen: false });
  useNavigation.setState({ stack: [home], position: 0 });
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "products.get": () => failure("ERR_PRODUCT_NOT_FOUND"),
    "links.add": ({ url }) => success<"links.add">(added(nameOf(url))),
    "watch.put": () => success<"watch.put">({ watched: 1, act_id: 1 }),
    "products.remove": () => success<"products.remove">({ removed: 1, act_id: 1 }),
    "offers.remove": () => success<"offers.remove">({ act_id: 3 }),
  });
});

it("adds and watches each link of a list once, and shows how that goes", async () => {
  addAll([link("kettle"), link("lantern"), link("kettle")]);
  expect(visitNow()).toEqual({ view: "add" });
  await untilPasses(() =>
    expect(states()).toEqual([
      ["kettle", "watched"],
      ["lantern", "watched"],
    ]),
  );
  expect(called("watch.put")).toEqual([
    { product_keys: ["product/kettle/1"], schedule: "daily", retailer: null },
    { product_keys: ["product/lantern/1"], schedule: "daily", retailer: null },
  ]);
});

it("reads at most six pages at once", async () => {
  const late = defer<CallResult<"links.add">>();
  bridge.handle({ "links.add": () => late.promise });
  addAll(Array.from({ length: 8 }, (_, index) => `https://shop-${index}.example/p/kettle`));
  await untilPasses(() => expect(called("links.add").length).toBe(6));
  expect(states().filter(([, kind]) => kind === "waiting")).toHaveLength(2);
  late.resolve(success<"links.add">(added("kettle")));
  await untilPasses(() => expect(called("links.add").length).toBe(8));
});

it("reads one page of a shop at a time, so that none uses up its time while it waits for the others", async () => {
  const late = [defer<CallResult<"links.add">>(), defer<CallResult<"links.add">>()];
  const results = [...late];
  bridge.handle({
    "links.add": ({ url }) => results.shift()?.promise ?? success<"links.add">(added(nameOf(url))),
  });
  addAll([link("kettle"), link("lantern"), "https://other.example/p/lamp"]);
  await untilPasses(() => expect(called("links.add").length).toBe(2));
  expect(states()).toEqual([
    ["kettle", "reading"],
    ["lantern", "waiting"],
    ["lamp", "reading"],
  ]);
  for (const each of late) each.resolve(success<"links.add">(added("kettle")));
  await untilPasses(() =>
    expect(states().map(([, kind]) => kind)).toEqual(["watched", "watched", "watched"]),
  );
});

describe("links whose shop is left alone for a while", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const kinds = () => states().map(([, kind]) => kind);

  it("are all read without a click, also if the engine pauses again and again", async () => {
    let visits = 0;
    bridge.handle({
      "links.add": ({ url }) =>
        success<"links.add">(
          ++visits % 2 === 0
            ? { outcome: "paused", host: "shop.example", wait_ms: 40_000, is_requested: false }
            : added(nameOf(url)),
        ),
    });
    addAll(Array.from({ length: 30 }, (_, index) => link(`kettle-${index}`)));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kinds().slice(0, 3)).toEqual(["watched", "waiting", "waiting"]);
    const [, paused] = useAdding.getState().entries;
    expect(paused?.state).toMatchObject({ pause: { isRequested: false } });
    await vi.advanceTimersByTimeAsync(30 * 41_000);
    expect(new Set(kinds())).toEqual(new Set(["watched"]));
  });

  it("keep the pause that their shop asks for, and are read when it ends", async () => {
    const results: AddLinkResult[] = [
      { ...unread, cause: "rate-limit" },
      { outcome: "paused", host: "shop.example", wait_ms: 600_000, is_requested: true },
    ];
    bridge.handle({
      "links.add": ({ url }) =>
        success<"links.add">((url.includes("shop.") && results.shift()) || added(nameOf(url))),
    });
    const startMs = Date.now();
    addAll([link("kettle"), link("pan"), "https://other.example/p/lamp"]);
    await vi.advanceTimersByTimeAsync(599_000);
    const [kettle] = useAdding.getState().entries;
    expect(kettle?.state).toEqual({
      kind: "waiting",
      pause: { untilMs: expect.closeTo(startMs + 600_000, -2), isRequested: true },
    });
    expect(kinds()).toEqual(["waiting", "waiting", "watched"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kinds()).toEqual(["watched", "watched", "watched"]);
  });

  it("let the shopper enter the price while their shop is left alone", async () => {
    const paused = {
      outcome: "paused",
      host: "shop.example",
      wait_ms: 600_000,
      is_requested: false,
    } as const;
    bridge.handle({
      "links.add": () => success<"links.add">(paused),
      "links.add_by_hand": ({ url }) => success<"links.add_by_hand">(added(nameOf(url))),
    });
    addAll([link("kettle")]);
    await vi.advanceTimersByTimeAsync(1_000);
    const id = useAdding.getState().entries[0]?.id ?? 0;
    enterPrice(id);
    await vi.advanceTimersByTimeAsync(700_000);
    expect(useAdding.getState().entries[0]?.state).toMatchObject({ kind: "question", figure: "" });
    const said = { title: "Kettle", price: 40, currency: "USD" };
    expect(await addByHand(id, said)).toBeNull();
    expect(kinds()).toEqual(["watched"]);
    expect(called("links.add")).toHaveLength(1);
  });

  it("need the shopper if their shop refuses them every time", async () => {
    bridge.handle({ "links.add": () => success<"links.add">({ ...unread, cause: "rate-limit" }) });
    addAll([link("kettle")]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kinds()).toEqual(["question"]);
    expect(called("links.add")).toHaveLength(4);
  });
});

it("reads one page of a shop at a time also after the shopper has allowed its private host", async () => {
  let isAllowed = false;
  const late = defer<CallResult<"links.add">>();
  bridge.handle({
    "links.add": ({ url }) => {
      if (!isAllowed) return success<"links.add">({ outcome: "private", host: "shop.example" });
      return nameOf(url) === "kettle" ? late.promise : success<"links.add">(added(nameOf(url)));
    },
  });
  addAll([link("kettle"), link("lantern"), link("pan")]);
  await untilPasses(() => expect(states().every(([, kind]) => kind === "question")).toBe(true));
  isAllowed = true;
  visitAllowed("shop.example");
  await untilPasses(() => expect(called("links.add")).toHaveLength(4));
  expect(states().map(([, kind]) => kind)).toEqual(["reading", "waiting", "waiting"]);
  late.resolve(success<"links.add">(added("kettle")));
  await untilPasses(() => expect(states().every(([, kind]) => kind === "watched")).toBe(true));
});

it("reads an answered link next, but not while another page of its shop is being read", async () => {
  const late = defer<CallResult<"links.add">>();
  bridge.handle({
    "links.add": ({ url, currency }) => {
      if (nameOf(url) === "lantern") return late.promise;
      return success<"links.add">(
        currency === undefined && nameOf(url) === "kettle" ? whichDollar : added(nameOf(url)),
      );
    },
  });
  addAll([link("kettle"), link("lantern"), link("pan")]);
  await untilPasses(() => expect(states()[1]).toEqual(["lantern", "reading"]));
  await answer(useAdding.getState().entries[0]?.id ?? 0, { currency: "CAD" });
  expect(states().map(([, kind]) => kind)).toEqual(["waiting", "reading", "waiting"]);
  late.resolve(success<"links.add">(added("lantern")));
  await untilPasses(() => expect(states().every(([, kind]) => kind === "watched")).toBe(true));
  expect(called("links.add").map((input) => nameOf((input as { url: string }).url))).toEqual([
    "kettle",
    "lantern",
    "kettle",
    "pan",
  ]);
});

it("asks what only the shopper can say, and keeps what was said for the next question", async () => {
  const results: AddLinkResult[] = [
    { outcome: "currency", title: "Kettle", image: null, price: 40, sign: null, possible: [] },
    { outcome: "private", host: "shop.example" },
    added("kettle"),
  ];
  bridge.handle({ "links.add": () => success<"links.add">(results.shift() ?? unread) });
  addAll([link("kettle")]);
  await untilPasses(() => expect(states()).toEqual([["kettle", "question"]]));
  const id = useAdding.getState().entries[0]?.id ?? 0;
  await answer(id, { currency: "EUR" });
  expect(states()).toEqual([["kettle", "question"]]);
  await answer(id, {});
  expect(states()).toEqual([["kettle", "watched"]]);
  expect(called("links.add").at(-1)).toEqual({ url: link("kettle"), currency: "EUR" });
});

it("keeps a clicked price for the next question, unless it is not found on the page again", async () => {
  const recipe = { version: 1, price: { selectors: ["#price"] } } as unknown as AddAnswer["recipe"];
  const results: AddLinkResult[] = [
    unread,
    { outcome: "currency", title: "Kettle", image: null, price: 40, sign: null, possible: [] },
    unread,
  ];
  bridge.handle({ "links.add": () => success<"links.add">(results.shift() ?? unread) });
  addAll([link("kettle")]);
  await untilPasses(() => expect(states()).toEqual([["kettle", "question"]]));
  const id = useAdding.getState().entries[0]?.id ?? 0;
  await answer(id, { recipe });
  await answer(id, { currency: "EUR" });
  expect(called("links.add").at(-1)).toEqual({ url: link("kettle"), recipe, currency: "EUR" });
  await answer(id, {});
  expect(called("links.add").at(-1)).toEqual({ url: link("kettle"), currency: "EUR" });
});

it("watches a page of another pack size as a product of its own, away from the product that it would join", async () => {
  const ml = (amount: number) => ({ amount, unit: "ml" }) as const;
  bridge.handle({
    "links.add": ({ other_size: otherSize }) =>
      success<"links.add">(
        otherSize === "separate"
          ? added("small")
          : {
              outcome: "size",
              ...{ title: "Fjord 50 ml", image: null, price: 65, currency: "EUR", size: ml(50) },
              ...{ product_key: "product/large/1", product_size: ml(100) },
            },
      ),
  });
  go({ view: "product", productKey: "product/large/1" });
  addShop("product/large/1", link("small"));
  await untilPasses(() => expect(states()).toEqual([["small", "question"]]));
  const id = useAdding.getState().entries[0]?.id ?? 0;
  await watchSeparately(id);
  expect(visitNow()).toEqual({ view: "add" });
  expect(useAdding.getState().entries[0]?.state).toMatchObject({
    kind: "watched",
    how: "new",
    productKey: "product/small/1",
  });
  expect(called("links.add").at(-1)).not.toHaveProperty("into", "product/large/1");
});

it("takes the price of a page that cannot be read from the shopper", async () => {
  bridge.handle({
    "links.add": () => success<"links.add">(unread),
    "links.add_by_hand": () => success<"links.add_by_hand">(added("kettle")),
  });
  addAll([link("kettle")]);
  await untilPasses(() => expect(states()).toEqual([["kettle", "question"]]));
  const id = useAdding.getState().entries[0]?.id ?? 0;
  expect(await addByHand(id, { title: "Kettle", price: 40, currency: "EUR" })).toBeNull();
  expect(states()).toEqual([["kettle", "watched"]]);
});

it("says of a number that no product has it, and asks no shop", async () => {
  addAll(["4006381333931"]);
  await untilPasses(() => expect(states()).toEqual([["4006381333931", "unknown"]]));
  expect(called("links.add")).toEqual([]);
});

it("watches a product that is known already without asking the shop", async () => {
  const product = {
    service: "product/kettle/1",
    title: "Kettle",
    match: { by: "url" as const, identifier: link("kettle"), candidates: 1 },
  };
  bridge.handle({ "products.get": () => success<"products.get">({ data: [product] }) });
  addAll([link("kettle")]);
  await untilPasses(() => expect(states()).toEqual([["kettle", "watched"]]));
  expect(called("links.add")).toEqual([]);
  expect(called("watch.put")).toHaveLength(1);
  openAddMany();
  expect(states()).toEqual([]);
});

it("keeps a link that needs an answer when the box for a list is opened", async () => {
  addAll(["4006381333931"]);
  await untilPasses(() => expect(states()).toEqual([["4006381333931", "unknown"]]));
  openAddMany();
  expect(states()).toEqual([["4006381333931", "unknown"]]);
  dropOpen(useAdding.getState().entries);
  expect(states()).toEqual([]);
  useNotices.getState().shown.at(-1)?.action?.run();
  expect(states()).toEqual([["4006381333931", "unknown"]]);
});

it("keeps a link that needs an answer when others are added, and tries it again when it is pasted again", async () => {
  addAll(["4006381333931"]);
  await untilPasses(() => expect(states()).toEqual([["4006381333931", "unknown"]]));
  addAll([link("kettle")]);
  await untilPasses(() =>
    expect(states()).toEqual([
      ["kettle", "watched"],
      ["4006381333931", "unknown"],
    ]),
  );
  const asked = called("products.get").length;
  addAll(["4006381333931"]);
  await untilPasses(() => expect(called("products.get").length).toBeGreaterThan(asked));
  await untilPasses(() => expect(states()).toEqual([["4006381333931", "unknown"]]));
});

describe("links that are not watched yet", () => {
  const listeners = new EventTarget();
  let stop: () => void;
  beforeEach(() => {
    Object.assign(globalThis, {
      localStorage: memoryStorage(),
      window: Object.assign(listeners, globalThis.window),
    });
  });
  afterEach(() => stop());

  it("are there again after a restart, and what was being read is read again", async () => {
    stop = keepOpenLinks();
    const answered = defer<CallResult<"links.add">>();
    bridge.handle({
      "links.add": ({ url }) => (nameOf(url) === "slow" ? answered.promise : success<"links.add">(unread)),
    });
    addAll(["https://slow.example/p/slow", link("blocked")]);
    await untilPasses(() => expect(states()).toContainEqual(["blocked", "question"]));
    stop();
    useAdding.setState({ entries: [] });
    stop = keepOpenLinks();
    await untilPasses(() => expect(states()).toHaveLength(2));
    expect(states()).toEqual([
      ["slow", "reading"],
      ["blocked", "question"],
    ]);
    expect(called("links.add")).toHaveLength(3);
  });

  it("are read again once the computer is back online, if their shop could not be reached", async () => {
    stop = keepOpenLinks();
    let isOnline = false;
    bridge.handle({
      "links.add": ({ url }) =>
        success<"links.add">(isOnline ? added(nameOf(url)) : { ...unread, cause: "network" }),
    });
    addAll([link("kettle")]);
    await untilPasses(() => expect(states()).toEqual([["kettle", "question"]]));
    isOnline = true;
    listeners.dispatchEvent(new Event("online"));
    await untilPasses(() => expect(states()).toEqual([["kettle", "watched"]]));
    expect(localStorage.getItem("open links 1")).toBeNull();
  });
});

it("takes back a new product by removing it, and a shop that joined another by removing it", async () => {
  bridge.handle({
    "links.add": ({ url }) =>
      success<"links.add">({ ...added(nameOf(url)), is_known_product: nameOf(url) === "joined" }),
    "watch.stop": () => success<"watch.stop">({ stopped: 0, act_id: null }),
  });
  addAll([link("kettle"), link("joined")]);
  await untilPasses(() => expect(states().filter(([, kind]) => kind === "watched").length).toBe(2));
  await takeBack(useAdding.getState().entries);
  expect(states()).toEqual([]);
  expect(called("offers.remove")).toEqual([{ product_key: "product/joined/1", offer_ids: ["offer-joined"] }]);
  expect(called("products.remove")).toEqual([{ product_keys: ["product/kettle/1"] }]);
});

it("takes back only what was added, not what was watched before", async () => {
  bridge.handle({
    "products.get": ({ ids: [id] }) =>
      success<"products.get">({
        data: id === link("lamp") ? [{ service: "product/lamp/1", title: "lamp" }] : [],
      }),
  });
  const lamp = createWatchRow({ product_key: "product/lamp/1", title: "lamp" });
  useWatchList.setState({ items: [toWatchItem(lamp)] });
  addAll([link("kettle"), link("pan"), link("lamp")]);
  await untilPasses(() => expect(states().filter(([, kind]) => kind === "watched").length).toBe(3));
  await takeBack(useAdding.getState().entries);
  expect(useNotices.getState().shown.at(-1)?.text).toBe("Removed 2 products.");
  expect(states()).toEqual([["lamp", "watched"]]);
});

it("brings all that was taken back and its cards with the undo key", async () => {
  bridge.handle({
    "links.add": ({ url }) =>
      success<"links.add">({ ...added(nameOf(url)), is_known_product: nameOf(url) === "joined" }),
    "watch.stop": () => success<"watch.stop">({ stopped: 0, act_id: null }),
    "acts.undo": () => success<"acts.undo">({ act: null, kept: [] }),
  });
  addAll([link("kettle"), link("joined")]);
  await untilPasses(() => expect(states().filter(([, kind]) => kind === "watched").length).toBe(2));
  await Promise.all([
    takeBack(useAdding.getState().entries.slice(0, 1)),
    takeBack(useAdding.getState().entries.slice(0, 1)),
  ]);
  expect(called("products.remove")).toHaveLength(1);
  expect(useNotices.getState().shown.at(-1)?.text).toBe("Removed kettle.");
  void undoLatest();
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["kettle", "joined"]));
  await takeBack(useAdding.getState().entries);
  expect(useNotices.getState().shown.at(-1)?.text).toBe("Removed 2 links.");
  void undoLatest();
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["kettle", "joined"]));
  expect(called("acts.undo")).toEqual([{ id: 1 }, { id: 1 }, { id: 3 }]);
});

it("says what was taken back before a failure, and offers to bring that back", async () => {
  let calls = 0;
  bridge.handle({
    "products.remove": () =>
      ++calls === 3 ? failure("ERR_INTERNAL") : success<"products.remove">({ removed: 1, act_id: calls }),
    "acts.undo": () => success<"acts.undo">({ act: null, kept: [] }),
  });
  addAll([link("kettle"), link("lamp"), link("pan")]);
  await untilPasses(() => expect(states().filter(([, kind]) => kind === "watched").length).toBe(3));
  await takeBack(useAdding.getState().entries);
  expect(states()).toEqual([["pan", "watched"]]);
  const notice = useNotices.getState().shown.find(({ topic }) => topic === "taken back");
  expect(notice?.text).toBe("Removed 2 products.");
  notice?.action?.run();
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["kettle", "lamp", "pan"]));
});

it.each([
  ["Steel Kettle 1.5 l", false],
  ["Wax Jacket", true],
])(
  "questions another shop only if its page has quite another title: %s",
  async (page_title, isQuestioned) => {
    bridge.handle({
      "links.add": () =>
        success<"links.add">({
          ...added("joined"),
          title: "Kettle, steel",
          page_title,
          is_known_product: true,
        }),
      "products.figures": () => success<"products.figures">({ figures: [] }),
    });
    addShop("product/joined/1", link("joined"));
    const said = () => useNotices.getState().shown.map(({ text }) => text);
    await untilPasses(() => expect(said().length).toBe(1));
    expect(said()[0]).toContain("shop.example joins Kettle, steel: $40.00.");
    expect(said()[0]?.includes("undo it")).toBe(isQuestioned);
    // The product is watched already: its row shows the new best price at once.
    expect(called("watch.rows")).toContainEqual({ product_keys: ["product/joined/1"] });
  },
);

it("asks about another shop on the product's page, and leads to the question from elsewhere", async () => {
  bridge.handle({ "links.add": () => success<"links.add">(unread) });
  const said = () => useNotices.getState().shown.map(({ text }) => text);
  go({ view: "product", productKey: "product/kettle/1" });
  addShop("product/kettle/1", link("one"));
  await untilPasses(() => expect(states()).toEqual([["one", "question"]]));
  expect(visitNow()).toMatchObject({ view: "product", productKey: "product/kettle/1" });
  expect(said()).toEqual([]);
  go({ view: "product", productKey: "product/lantern/1" });
  addShop("product/kettle/1", link("two"));
  await untilPasses(() => expect(said()).toEqual(["Waiting for you: 2 links."]));
  expect(visitNow()).toMatchObject({ view: "product", productKey: "product/lantern/1" });
});

it("shows a link that is pasted during a list before the list", async () => {
  const late = defer<CallResult<"links.add">>();
  bridge.handle({ "links.add": () => late.promise });
  addAll([link("kettle"), link("lamp")]);
  addAll([link("book")]);
  expect(useAdding.getState().entries.map(({ text }) => nameOf(text))).toEqual(["book", "kettle", "lamp"]);
  late.resolve(success<"links.add">(unread));
  await untilPasses(() => expect(states().every(([, kind]) => kind === "question")).toBe(true));
});

it("tells a shopper who has gone elsewhere, and leads back", async () => {
  const late = defer<CallResult<"links.add">>();
  bridge.handle({ "links.add": () => late.promise });
  addAll([link("kettle")]);
  await untilPasses(() => expect(called("links.add").length).toBe(1));
  go({ view: "deals" });
  late.resolve(success<"links.add">(unread));
  await untilPasses(() =>
    expect(useNotices.getState().shown.map(({ text }) => text)).toEqual(["Waiting for you: 1 link."]),
  );
});

const whichDollar: AddLinkResult = {
  outcome: "currency",
  title: "Kettle",
  image: null,
  price: 40,
  sign: "$",
  possible: ["USD", "CAD"],
};

it("answers a question once, however often its button is clicked", async () => {
  bridge.handle({ "links.add": () => success<"links.add">(unread) });
  addAll([link("kettle")]);
  await untilPasses(() => expect(states()).toEqual([["kettle", "question"]]));
  const id = useAdding.getState().entries[0]?.id ?? 0;
  await Promise.all([answer(id, {}), answer(id, {})]);
  expect(called("links.add")).toHaveLength(2);
});

it("offers the currency of one link for the others with the same sign", async () => {
  bridge.handle({
    "links.add": ({ url, currency }) =>
      success<"links.add">(currency === undefined ? whichDollar : added(nameOf(url))),
  });
  addAll([link("kettle"), link("pan"), link("cup")]);
  await untilPasses(() =>
    expect(states().map(([, kind]) => kind)).toEqual(["question", "question", "question"]),
  );
  await sayCurrency(useAdding.getState().entries[0]?.id ?? 0, "CAD");
  const notice = useNotices.getState().shown.find(({ topic }) => topic === "same currency");
  expect(notice?.text).toBe("Still without a currency: 2 links.");
  notice?.action?.run();
  await untilPasses(() =>
    expect(states().map(([, kind]) => kind)).toEqual(["watched", "watched", "watched"]),
  );
});
