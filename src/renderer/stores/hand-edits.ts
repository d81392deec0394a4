import { create } from "zustand";
import type { HistoryEdit } from "../../shared/app/manual-edits.js";
import type { AddLinkResult } from "../../shared/app/pages.js";
import type { CallError, OperationInput, OperationResult } from "../../shared/calls.js";
import type { Offer } from "../../shared/contract/offer.js";
import { formatMoney, formatPlural, formatWait } from "../lib/format.js";
import { askForPrice } from "../lib/pick-price.js";
import { shopName } from "../lib/shop-name.js";
import { texts } from "../lib/texts.js";
import { unreadText } from "../lib/unread-text.js";
import { act, notifyAct } from "./acts.js";
import { expireAnswers, expirePrices } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { go } from "./navigation.js";
import { atOnce, dismissTopic, notify, notifyFailure } from "./notices.js";
import { dropViewed, forgetProducts } from "./products.js";
import { moveTarget } from "./targets.js";
import { loadWatchList } from "./watch-list.js";

/** What is known of prices has changed. */
export function expireHistory(): void {
  expirePrices();
  expireAnswers("history.edits", "history.samples", "schedules.overview");
  void loadWatchList();
}

/** Products, offers or prices have changed outside of a check. */
export function expireProducts(): void {
  forgetProducts();
  void loadWatchList();
}

/** Excludes, corrects or adds a point; can be undone. Null on success. */
export function editHistory(edit: OperationInput<"history.edit">): Promise<CallError | null> {
  const { offers } = texts();
  const text = edit.to === null ? offers.priceExcluded : offers.priceSaved;
  return act("history.edit", edit, { topic: "edited price", text, expire: expireHistory });
}

/** Adds earlier prices from a table; can be undone. Null on success. */
export function bringPrices(table: OperationInput<"history.bring">): Promise<CallError | null> {
  return act(
    "history.bring",
    { ...table, save: true },
    {
      topic: "brought prices",
      text: ({ offers }) => {
        const count = offers.reduce((sum, { prices }) => sum + prices, 0);
        return texts().bringPrices.brought(formatPlural("price", count));
      },
      expire: expireHistory,
    },
  );
}

/** Corrects a price entered by hand together with its currency; prices in the former one go. Null on success. */
export function enterInCurrency(said: OperationInput<"prices.enter">): Promise<CallError | null> {
  const text = texts().offers.priceSaved;
  return act("prices.enter", said, { topic: "edited price", text, expire: expireProducts });
}

/** Why a page was not read, as a sentence. */
function whyNotRead(page: Exclude<AddLinkResult, { outcome: "added" }>): string {
  const { offers } = texts();
  if (page.outcome === "unread") return unreadText(page);
  if (page.outcome !== "paused") return offers.pageUnreadable;
  return offers.shopPaused(page.host, formatWait(page.wait_ms / 1_000));
}

/** Tracks a page in the currency that it shows by now; prices in the former one go. */
export async function startOver(url: string): Promise<void> {
  const result = await callOnce("prices.teach", { url });
  if (!result.ok) return notifyFailure(result.error);
  if (result.data.outcome !== "added") {
    const text = texts().offers.nothingChanged(whyNotRead(result.data));
    return notify({ topic: correctionTopic, tone: "bad", text });
  }
  expireProducts();
  notifyAct({ topic: "edited price", text: texts().offers.priceSaved, actId: result.data.act_id });
}

/** Records a held price at once; can be undone. */
export async function acceptPrice(offerId: string): Promise<void> {
  const result = await callOnce("prices.accept", { offer_id: offerId });
  if (!result.ok) return notifyFailure(result.error);
  expireHistory();
  if (result.data.is_accepted)
    notifyAct({ topic: "edited price", text: texts().offers.priceSaved, actId: result.data.act_id });
}

/** Lifts a correction: the point has the value from before again. */
export function liftEdit({ offer_id, timestamp, before }: HistoryEdit): Promise<void> {
  return atOnce(editHistory({ offer_id, timestamp, to: before }));
}

/** Names a product; can be undone. Null on success. */
export function rename(productKey: string, title: string): Promise<CallError | null> {
  const text = texts().grouping.renamed(title);
  const change = { product_key: productKey, title };
  return act("products.rename", change, { topic: "renamed", text, expire: expireProducts });
}

/** The notice of a shop that joined the product. Its undo no longer applies once the shop has left. */
export function joinedTopic(productKey: string): string {
  return `joined ${productKey}`;
}

/** Splits an offer off into its own product, and opens it; can be undone. */
export function splitOff(
  productKey: string,
  { id, retailer }: Pick<Offer, "id" | "retailer">,
): Promise<void> {
  const expire = ({ product_key: apart }: OperationResult<"products.split">) => {
    dismissTopic(joinedTopic(productKey));
    expireProducts();
    go({ view: "product", productKey: apart });
  };
  const text = texts().grouping.splitOff(shopName(retailer));
  const onUndone = () => go({ view: "product", productKey });
  const input = { product_key: productKey, offer_ids: [id] };
  return atOnce(act("products.split", input, { topic: "grouping", text, expire, onUndone }));
}

/** Removes a shop from a product; can be undone. */
export async function removeShop(
  productKey: string,
  { id, retailer }: Pick<Offer, "id" | "retailer">,
): Promise<void> {
  const expire = () => {
    dismissTopic(joinedTopic(productKey));
    expireProducts();
  };
  const text = texts().grouping.shopRemoved(shopName(retailer));
  const removed = { product_key: productKey, offer_ids: [id] };
  await atOnce(act("offers.remove", removed, { topic: "grouping", text, expire }));
}

/** Merges two products, and opens the result; can be undone. Null on success. */
export function merge(productKey: string, into: string): Promise<CallError | null> {
  const expire = ({ product_key: remaining }: OperationResult<"products.merge">) => {
    dropViewed([productKey, into].filter((key) => key !== remaining));
    expireProducts();
    go({ view: "product", productKey: remaining });
  };
  const input = { product_key: productKey, into };
  return act("products.merge", input, { topic: "grouping", text: texts().grouping.merged, expire });
}

/** Takes merged products apart; can be undone. */
export async function takeApart(productKey: string, offer_ids: readonly string[]): Promise<void> {
  const expire = () => {
    expireProducts();
    // The shopper had merged the other product into this one.
    go({ view: "product", productKey });
  };
  const split = { product_key: productKey, offer_ids: [...offer_ids] };
  await atOnce(act("products.split", split, { topic: "grouping", text: texts().grouping.apart, expire }));
}

/** Versioned, so that pairs in an older shape are ignored. */
const differentKey = "different products 1";
const maxDifferent = 500;

function storedDifferent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(differentKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((pair) => typeof pair === "string") : [];
  } catch {
    return [];
  }
}

/** Pairs of entries that the shopper says are different products; they are no longer asked about. */
export const useDifferent = create(() => ({ pairs: storedDifferent() }));

export function pairOf(one: string, other: string): string {
  return [one, other].sort().join(" ");
}

function saveDifferent(pairs: readonly string[]): void {
  useDifferent.setState({ pairs });
  try {
    localStorage.setItem(differentKey, JSON.stringify(pairs));
  } catch {
    // Without room on the disk, the question comes back with the next window.
  }
}

export function keepApart(one: string, other: string): void {
  const pair = pairOf(one, other);
  const without = () => useDifferent.getState().pairs.filter((each) => each !== pair);
  saveDifferent([pair, ...without()].slice(0, maxDifferent));
  notify({
    topic: "grouping",
    text: texts().grouping.keptApart,
    action: { label: texts().common.undo, isUndo: true, run: () => saveDifferent(without()) },
  });
}

const correctionTopic = "correct price";

/** Corrects a price that is read wrongly: the shopper clicks the right one on the page, or enters it. */
export async function correctPrice(
  {
    URL: url,
    currency,
    retailer,
    price: from = 0,
  }: Pick<Offer, "URL" | "retailer"> & Partial<Pick<Offer, "price" | "currency">>,
  onByHand: () => void,
): Promise<void> {
  const { offers } = texts();
  const recipe = await askForPrice(url);
  if (recipe === null) return;
  if ("figure" in recipe) return onByHand();
  if ("code" in recipe) return notifyFailure(recipe);
  notify({ topic: correctionTopic, text: offers.reading(shopName(retailer)) });
  const result = await callOnce("prices.teach", { url, recipe, ...(currency !== undefined && { currency }) });
  if (!result.ok) {
    dismissTopic(correctionTopic);
    return notifyFailure(result.error);
  }
  if (result.data.outcome === "added") return notifyClick(result.data, { retailer, from });
  notify({ topic: correctionTopic, tone: "bad", text: offers.nothingChanged(whyNotRead(result.data)) });
}

type AddedPage = Extract<AddLinkResult, { outcome: "added" }>;
/** The shop whose page was clicked, and its price before. */
interface Clicked {
  readonly retailer: string;
  readonly from: number;
}

/** Says what the click has changed, with its undo; a price that counts from the click on offers to drop the earlier ones. */
async function notifyClick(page: AddedPage, { retailer, from }: Clicked): Promise<void> {
  const { offers } = texts();
  const { price, currency, correction, product_key: productKey, act_id: actId } = page;
  // A clicked page has a price.
  if (price === null || currency === null) return;
  const amount = formatMoney(price, currency);
  const isMisread = correction?.clicked_at === null;
  const moved = isMisread ? await moveTarget(productKey, currency, { from, to: price }, actId) : null;
  expireProducts();
  const said = [
    offers.readThere(shopName(retailer), amount),
    page.is_read_without_click ? offers.readBySelf(amount) : "",
    isMisread ? offers.earlierDropped : "",
    correction && !isMisread ? offers.earlierKept : "",
    moved ? offers.targetMoved(formatMoney(moved, currency)) : "",
  ];
  const drop = () => void dropEarlier(page, { retailer, from });
  notifyAct({
    topic: correctionTopic,
    text: said.filter(Boolean).join(" "),
    actId,
    ...(correction && !isMisread && { alternative: { label: offers.earlierWrong, run: drop } }),
  });
}

/** The prices before the click were misread, too. One undo takes back both. */
async function dropEarlier(page: AddedPage, clicked: Clicked): Promise<void> {
  const { offer_id, correction, act_id: actId } = page;
  if (correction?.clicked_at == null) return;
  const settled = { offer_id, clicked_at: correction.clicked_at, ...(actId !== null && { part_of: actId }) };
  const result = await callOnce("prices.settle_click", settled);
  if (!result.ok) return notifyFailure(result.error);
  await notifyClick({ ...page, correction: { clicked_at: null } }, clicked);
}
