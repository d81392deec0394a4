import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { redoLatest, undoLatest } from "../../../../src/renderer/stores/acts.js";
import {
  addByHand,
  answer,
  answerAll,
  enterPrice,
  othersAsking,
  watchSeparately,
} from "../../../../src/renderer/stores/adding/answers.js";
import {
  entryOf,
  keepDraft,
  openAddMany,
  showLinks,
  toState,
  useAdding,
} from "../../../../src/renderer/stores/adding/entries.js";
import {
  addAll,
  addShop,
  dropOpen,
  followLinks,
  loadLinks,
  takeBack,
} from "../../../../src/renderer/stores/adding/links.js";
import { go, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import { latestUndo, useNotices } from "../../../../src/renderer/stores/notices.js";
import type { Link, LinkQuestion, LinkResult } from "../../../../src/shared/app/links.js";
import { type FakeBridge, failure, installFakeBridge, success } from "../../../support/fake-bridge.js";
import { memoryStorage } from "../../../support/memory-storage.js";
import { untilPasses } from "../../../support/until.js";

type Page = NonNullable<LinkResult["page"]>;

const urlOf = (name: string) => `https://shop.example/p/${name}`;
const nameOf = (url: string) => url.split("/").at(-1) ?? "";
const nowMs = Date.parse("2026-06-15T12:00:00Z");

function page(name: string, more: Partial<Page> = {}): Page {
  return {
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
    ...more,
  };
}

const unread: LinkQuestion = {
  outcome: "unread",
  host: "shop.example",
  cause: "refused",
  reason: "The shop refuses to show the page to programs.",
  advice: null,
  title: null,
  is_rendered: false,
};
const whichDollar: LinkQuestion = {
  outcome: "currency",
  title: "Lamp",
  image: null,
  price: 5,
  sign: "$",
  possible: ["USD", "CAD"],
};

/** The engine's rows, which a test changes. */
let rows: Link[];
let bridge: FakeBridge;
let latestId = 0;

function row(text: string, more: Partial<Link> = {}): Link {
  return {
    id: ++latestId,
    text,
    url: text.startsWith("http") ? text : null,
    state: "waiting",
    options: {},
    product_key: null,
    reason: null,
    question: null,
    result: null,
    reading_since: null,
    due_at: new Date(nowMs).toISOString(),
    is_requested: false,
    act_id: null,
    created_at: new Date(nowMs + latestId).toISOString(),
    ...more,
  };
}

function watched(name: string, more: Partial<Page> = {}): Partial<Link> {
  const result = { title: name, page: page(name, more), was_watched: false, is_by_hand: false };
  return { state: "watched", product_key: `product/${name}/1`, act_id: 7, question: null, result };
}

function change(text: string, update: Partial<Link>): Promise<void> {
  rows = rows.map((each) => (each.text === text ? { ...each, ...update } : each));
  return loadLinks();
}

const states = () => useAdding.getState().entries.map(({ text, state }) => [nameOf(text), state.kind]);
const idOf = (name: string) =>
  useAdding.getState().entries.find(({ text }) => nameOf(text) === name)?.id ?? 0;
const called = (operation: string) =>
  bridge.calls.filter((call) => call.operation === operation).map(({ input }) => input);
const notices = () => useNotices.getState().shown.map(({ text }) => text);

beforeEach(async () => {
  vi.stubGlobal("localStorage", memoryStorage());
  rows = [];
  showLinks([]);
  useAdding.setState({ isFormOpen: false });
  useNavigation.setState({ stack: [home], position: 0 });
  useNotices.setState({ shown: [] });
  bridge = await installFakeBridge({
    "links.add": ({ links }) => {
      const created_at = new Date(nowMs + ++latestId).toISOString();
      const fresh = links.map(({ text, options = {} }) =>
        row(text, { options, created_at } as Partial<Link>),
      );
      rows = [...fresh, ...rows];
      return success<"links.add">({ links: fresh, act_id: fresh.length > 1 ? 9 : null });
    },
    "links.list": () => success<"links.list">({ links: rows }),
    "links.answer": ({ ids, options }) => {
      const answered = (each: Link): Link =>
        ({ ...each, state: "waiting", question: null, options: { ...each.options, ...options } }) as Link;
      rows = rows.map((each) => (ids.includes(each.id) ? answered(each) : each));
      return success<"links.answer">({ links: rows.filter(({ id }) => ids.includes(id)) });
    },
    "links.dismiss": ({ ids }) => {
      rows = rows.filter(({ id }) => !ids.includes(id));
      return success<"links.dismiss">({ changed: ids.length });
    },
    "products.figures": () => failure("ERR_PRODUCT_NOT_FOUND"),
    "acts.undo": () => success<"acts.undo">({ act: null, kept: [] }),
    "acts.redo": () => failure("ERR_INVALID_PARAMS"),
  });
});

afterEach(() => useNotices.setState({ shown: [] }));

const at = (ms: number) => new Date(nowMs + ms).toISOString();
it.each([
  ["waits for its turn", {}, { kind: "waiting" }],
  [
    "waits for a pause that its shop asked for",
    { due_at: at(60_000), is_requested: true },
    { kind: "waiting", pause: { untilMs: nowMs + 60_000, isRequested: true } },
  ],
  ["is being read", { reading_since: at(-500) }, { kind: "reading", sinceMs: nowMs - 500 }],
  ["asks", { state: "question", question: unread }, { kind: "question", question: unread }],
  ["asks, and is tried again", { question: unread }, { kind: "question", question: unread }],
  ["failed", { state: "failed", reason: "No." }, { kind: "failed", error: { message: "No." } }],
  ["is watched", watched("lamp"), { kind: "watched", how: "new", page: { price: 40 } }],
  ["joined", watched("lamp", { is_known_product: true }), { kind: "watched", how: "joined" }],
  [
    "was known",
    { ...watched("lamp", { is_known_page: true }), state: "known" },
    { how: "known", page: null },
  ],
] as const)("the state of a card %s as its row", (_case, update, state) => {
  expect(toState(row(urlOf("lamp"), update as Partial<Link>), nowMs)).toMatchObject(state);
});

it("shows the card of each link of a list once, at the answer to the request", async () => {
  addAll([urlOf("kettle"), urlOf("lantern"), urlOf("kettle")]);
  expect(visitNow()).toEqual({ view: "add" });
  await untilPasses(() =>
    expect(states()).toEqual([
      ["kettle", "waiting"],
      ["lantern", "waiting"],
    ]),
  );
  expect(called("links.list")).toEqual([]);
  await change(urlOf("kettle"), watched("kettle"));
  expect(states()[0]).toEqual(["kettle", "watched"]);
});

it("shows an answer while a later request is on its way", async () => {
  rows = [row(urlOf("kettle"), watched("kettle"))];
  let requests = 0;
  bridge.handle({
    "links.list": () =>
      ++requests === 1 ? success<"links.list">({ links: rows }) : new Promise(() => undefined),
  });
  void loadLinks();
  void loadLinks();
  await untilPasses(() => expect(states()).toEqual([["kettle", "watched"]]));
});

it("says why links could not be stored", async () => {
  bridge.handle({ "links.add": () => failure("ERR_INVALID_PARAMS") });
  addAll([urlOf("kettle")]);
  await untilPasses(() => expect(notices()).toHaveLength(1));
});

it("dismisses links that need no answer once the next ones come, unless some are under way", async () => {
  rows = [row(urlOf("done"), watched("done")), row(urlOf("open"), { state: "question", question: unread })];
  await loadLinks();
  addAll([urlOf("next")]);
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["next", "open"]));
  expect(states()).toHaveLength(2);
  const { latestFrom } = useAdding.getState();
  expect(latestFrom).toBe(idOf("next"));
});

it("shows the links of an earlier window", async () => {
  rows = [row(urlOf("stored"))];
  vi.stubGlobal("window", Object.assign(new EventTarget(), window));
  followLinks();
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["stored"]));
});

it("adds the links that an earlier version had stored in the window, once they can be stored", async () => {
  const said = { into: "product/lamp/1" };
  const entry = { id: 3, text: urlOf("left"), url: urlOf("left"), said, state: { kind: "failed" } };
  localStorage.setItem("open links 1", JSON.stringify([entry]));
  vi.stubGlobal("window", Object.assign(new EventTarget(), window));
  bridge.handle({ "links.add": () => failure("ERR_INTERNAL") });
  followLinks();
  await untilPasses(() => expect(called("links.add")).toHaveLength(1));
  expect(localStorage.getItem("open links 1")).toContain("left");
  bridge.handle({ "links.add": () => success<"links.add">({ links: [row(urlOf("left"))], act_id: null }) });
  followLinks();
  await untilPasses(() => expect(states()).toEqual([["left", "waiting"]]));
  expect(called("links.add").at(-1)).toEqual({ links: [{ text: urlOf("left"), options: said }] });
  expect(localStorage.getItem("open links 1")).toBeNull();
});

it("keeps what has been typed across restarts", async () => {
  rows = [row(urlOf("open"), { state: "question", question: unread })];
  await loadLinks();
  keepDraft(idOf("open"), { title: "Lamp", price: "5", currency: "EUR" });
  expect(entryOf(idOf("open"))?.draft).toMatchObject({ title: "Lamp" });
  expect(localStorage.getItem("link drafts 1")).toContain("Lamp");
});

it("adds a shop to a known product without leaving its page, and announces it with its own undo", async () => {
  go({ view: "product", productKey: "product/lamp/1" });
  addShop("product/lamp/1", urlOf("other"));
  await untilPasses(() => expect(states()).toEqual([["other", "waiting"]]));
  expect(visitNow()).toMatchObject({ view: "product" });
  await change(urlOf("other"), watched("lamp", { is_known_product: true }));
  await untilPasses(() => expect(useNotices.getState().shown).toMatchObject([{ actId: 7 }]));
});

it("announces a link that is watched before the window has seen it being read", async () => {
  rows = [row(urlOf("other"), { state: "question", question: unread })];
  await loadLinks();
  await change(urlOf("other"), watched("lamp", { is_known_product: true }));
  await untilPasses(() => expect(useNotices.getState().shown.map(({ actId }) => actId)).toContain(7));
});

describe("an answer", () => {
  const ask = async (question: LinkQuestion, ...names: string[]) => {
    rows = names.map((name) => row(urlOf(name), { state: "question", question }));
    await loadLinks();
  };

  it("goes to the row, once", async () => {
    await ask(unread, "kettle");
    const id = idOf("kettle");
    await Promise.all([answer(id, { render: true }), answer(id, { render: true })]);
    expect(called("links.answer")).toEqual([{ ids: [id], options: { render: true } }]);
    expect(states()).toEqual([["kettle", "waiting"]]);
  });

  it("takes the product back that a page of another size would join", async () => {
    await ask(unread, "kettle");
    await watchSeparately(idOf("kettle"));
    expect(called("links.answer")).toMatchObject([{ options: { into: null, other_size: "separate" } }]);
  });

  it("for a sign is the same for the links of other shops that ask about it", async () => {
    const urls = [urlOf("one"), urlOf("same-shop"), "https://other.example/p/two"];
    rows = urls.map((url) => row(url, { state: "question", question: whichDollar }));
    await loadLinks();
    const { entries } = useAdding.getState();
    const [one] = entries;
    if (one === undefined) throw new Error("The link is missing.");
    expect(othersAsking(entries, one).map(({ url }) => url)).toEqual(["https://other.example/p/two"]);
  });

  it("by hand can be given instead of selecting one of several prices", async () => {
    await ask({ outcome: "choose", title: "Museum Pass", image: null, choices: [] }, "pass");
    enterPrice(idOf("pass"));
    expect(useAdding.getState().entries[0]?.state).toMatchObject({
      kind: "question",
      figure: "",
      question: { outcome: "unread", title: "Museum Pass" },
    });
  });

  it("by hand can be given while the link waits for its shop's pause", async () => {
    rows = [row(urlOf("kettle"), { due_at: "2999-01-01T00:00:00.000Z", is_requested: true })];
    await loadLinks();
    const id = idOf("kettle");
    enterPrice(id);
    expect(states()).toEqual([["kettle", "question"]]);
    bridge.handle({
      "links.enter": () => {
        rows = rows.map((each) => ({ ...each, ...watched("kettle") }));
        return success<"links.enter">(rows[0] as Link);
      },
    });
    expect(await addByHand(id, { title: "Kettle", price: 5, currency: "EUR" })).toBeNull();
    expect(states()).toEqual([["kettle", "watched"]]);
  });

  it("is undone alone by the undo key, before all links that were added with it", async () => {
    await ask(whichDollar, "kettle", "lamp");
    await answer(idOf("lamp"), { currency: "USD" });
    await change(urlOf("lamp"), watched("lamp"));
    await untilPasses(() => expect(latestUndo()).toBe(7));
    await undoLatest();
    await undoLatest();
    expect(called("acts.undo")).toEqual([{ id: 7 }, {}]);
  });

  it("to several links is undone by one press of the undo key", async () => {
    await ask(unread, "kettle", "lamp");
    const ids = [idOf("kettle"), idOf("lamp")];
    await answerAll(ids, { alerts_on_return: true });
    expect(called("links.answer")).toEqual([{ ids, options: { alerts_on_return: true } }]);
    await change(urlOf("lamp"), watched("lamp"));
    await change(urlOf("kettle"), { ...watched("kettle"), act_id: 8 });
    await untilPasses(() => expect(notices()).toContain("2 links watched."));
    await undoLatest();
    await untilPasses(() => expect(called("acts.undo")).toHaveLength(2));
    expect(called("acts.undo")).toEqual(expect.arrayContaining([{ id: 7 }, { id: 8 }]));
  });

  it("that is refused leaves the question", async () => {
    await ask(unread, "kettle");
    bridge.handle({ "links.answer": () => failure("ERR_INVALID_PARAMS") });
    await answer(idOf("kettle"), {});
    expect(states()).toEqual([["kettle", "question"]]);
  });
});

it("takes back what links have added by their acts, and restores it", async () => {
  const other = { ...watched("lamp"), act_id: 8 };
  const known = { ...watched("same"), act_id: null };
  rows = [row(urlOf("kettle"), watched("kettle")), row(urlOf("lamp"), other), row(urlOf("same"), known)];
  await loadLinks();
  bridge.handle({ "acts.redo": () => success<"acts.redo">({ act: null, kept: [] } as never) });
  const all = useAdding.getState().entries;
  await Promise.all([takeBack(all), takeBack(all)]);
  expect(called("acts.undo")).toEqual([{ id: 7 }, { id: 8 }]);
  await undoLatest();
  await untilPasses(() => expect(called("acts.redo")).toEqual([{ id: 7 }, { id: 8 }]));
});

it("undoes what one link has added as any act, so that it can be redone", async () => {
  rows = [row(urlOf("kettle"), watched("kettle"))];
  await loadLinks();
  const reverted = { act: { id: 7, kind: "links.add", subject: { title: "kettle", count: 1 } }, kept: [] };
  bridge.handle({ "acts.undo": () => success<"acts.undo">(reverted as never) });
  go({ view: "add" });
  const { entries } = useAdding.getState();
  rows = [];
  await takeBack(entries);
  expect(notices()).toEqual(["Undone: Added kettle."]);
  // The page would be an empty form.
  expect(visitNow()).toEqual({ view: "watch" });
  await redoLatest();
  expect(called("acts.redo")).toEqual([{ id: 7 }]);
});

it("removes the links that wait for the shopper, and brings them back", async () => {
  rows = [row(urlOf("open"), { state: "question", question: unread }), row(urlOf("new"))];
  await loadLinks();
  const id = idOf("open");
  dropOpen(useAdding.getState().entries);
  await untilPasses(() => expect(states().map(([name]) => name)).toEqual(["new"]));
  await undoLatest();
  await untilPasses(() => expect(called("links.dismiss").at(-1)).toEqual({ ids: [id], is_dismissed: false }));
});

it("tells a shopper who has left the page when all are added", async () => {
  addAll([urlOf("kettle")]);
  await untilPasses(() => expect(states()).toHaveLength(1));
  go({ view: "watch" });
  await change(urlOf("kettle"), watched("kettle"));
  expect(notices()).toHaveLength(1);
  vi.stubGlobal("window", Object.assign(new EventTarget(), window));
  followLinks();
  go({ view: "add" });
  expect(useNotices.getState().shown).toEqual([]);
});

it("announces a link that was added elsewhere, no product that was watched before, and no link that an undo restores", async () => {
  rows = [row(urlOf("kettle"), watched("kettle"))];
  await loadLinks();
  go({ view: "deals" });
  rows = [row(urlOf("lamp"), watched("lamp")), ...rows];
  await loadLinks({ areNew: true });
  expect(useNotices.getState().shown).toMatchObject([{ text: "1 product watched." }]);
  useNotices.setState({ shown: [] });
  const all = rows;
  rows = [];
  await loadLinks();
  rows = all;
  await loadLinks({ areNew: true });
  expect(notices()).toEqual([]);
});

it("opens the form for more links above the others", async () => {
  openAddMany();
  expect(useAdding.getState().isFormOpen).toBe(true);
  expect(visitNow()).toEqual({ view: "add" });
});
