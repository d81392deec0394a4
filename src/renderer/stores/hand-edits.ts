import { create } from "zustand";
import type { AddLinkResult } from "../../shared/app/pages.js";
import type { CallError, CallResult, OperationInput } from "../../shared/calls.js";
import type { Offer } from "../../shared/contract/offer.js";
import { formatMoney, formatWait } from "../lib/format.js";
import { askForPrice } from "../lib/pick-price.js";
import { texts } from "../lib/texts.js";
import { unreadText } from "../lib/unread-text.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { go } from "./navigation.js";
import { dismissTopic, forgetUndo, type NoticeAction, notify, notifyFailure } from "./notices.js";
import { moveTarget } from "./targets.js";
import { loadWatchList } from "./watch-list.js";
import { checkNow } from "./watched.js";

/** The result of a removal; `putBack` resolves to null on success. */
export type Taken =
  | { readonly ok: true; readonly putBack: () => Promise<CallError | null> }
  | { readonly ok: false; readonly error: CallError };

function expireHistory(): void {
  expireAnswers(
    "offers.history",
    "history.before",
    "app.statistics",
    "history.edits",
    "offers.terms",
    "offers.foreign",
    "schedules.overview",
  );
  void loadWatchList();
}

/** Products, offers or prices have changed outside of a check. */
export function expireProducts(): void {
  forgetCatalogue();
  void loadWatchList();
}

/** Excludes, corrects or adds a point; can be undone. Null on success. */
export async function editHistory(edit: OperationInput<"history.edit">): Promise<CallError | null> {
  const result = await callOnce("history.edit", edit);
  if (!result.ok) return result.error;
  expireHistory();
  const { edit_id: id, replaced_edit: replaced } = result.data;
  const undo = async () => {
    if (replaced === null) return undoEdit(id);
    const restored = await callOnce("history.edit", { ...edit, to: replaced.to });
    if (restored.ok) expireHistory();
    else notifyFailure(restored.error);
  };
  const { offers, common } = texts();
  notify({
    topic: "edited price",
    text: edit.to === null ? offers.priceExcluded : offers.priceSaved,
    action: { label: common.undo, isUndo: true, run: () => void undo() },
  });
  return null;
}

/** Corrects a price entered by hand together with its currency; prices in the former one go. Null on success. */
export async function enterInCurrency(said: OperationInput<"links.add_by_hand">): Promise<CallError | null> {
  const result = await callOnce("links.add_by_hand", said);
  if (!result.ok) return result.error;
  forgetUndo();
  expireProducts();
  notify({ topic: "edited price", text: texts().offers.priceSaved });
  return null;
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
  const result = await callOnce("links.add", { url });
  if (!result.ok) return notifyFailure(result.error);
  if (result.data.outcome !== "added") {
    const text = texts().offers.nothingChanged(whyNotRead(result.data));
    return notify({ topic: correctionTopic, tone: "bad", text });
  }
  forgetUndo();
  expireProducts();
}

/** Records a held price at once. */
export async function acceptPrice(offerId: string): Promise<void> {
  const result = await callOnce("prices.accept", { offer_id: offerId });
  forgetUndo();
  if (!result.ok) return notifyFailure(result.error);
  expireAnswers("products.figures");
  expireHistory();
}

export async function undoEdit(id: number): Promise<void> {
  const result = await callOnce("history.undo", { id });
  if (result.ok) expireHistory();
  else notifyFailure(result.error);
}

/** Names a product; can be undone. Null on success. */
export async function rename(productKey: string, title: string): Promise<CallError | null> {
  const result = await callOnce("products.rename", { product_key: productKey, title });
  if (!result.ok) return result.error;
  expireProducts();
  const { before } = result.data;
  const restore = async () => {
    const undone = await callOnce("products.rename", { product_key: productKey, title: before });
    if (undone.ok) expireProducts();
    else notifyFailure(undone.error);
  };
  const { grouping, common } = texts();
  notify({
    topic: "renamed",
    text: grouping.renamed(title),
    action: { label: common.undo, isUndo: true, undone: grouping.renamed(before), run: () => void restore() },
  });
  return null;
}

/** The notice of a shop that joined the product. Its undo no longer applies once the shop has left. */
export function joinedTopic(productKey: string): string {
  return `joined ${productKey}`;
}

/** Splits an offer off into its own product, and opens it; can be undone. */
export async function splitOff(productKey: string, offer: Pick<Offer, "id" | "retailer">): Promise<void> {
  const result = await callOnce("products.split", { product_key: productKey, offer_ids: [offer.id] });
  if (!result.ok) return notifyFailure(result.error);
  dismissTopic(joinedTopic(productKey));
  const { product_key: apart, was_merged } = result.data;
  expireProducts();
  go({ view: "product", productKey: apart });
  const undo = () => void merge(apart, productKey, { isUndoing: true, isReturn: !was_merged });
  notify({
    topic: "grouping",
    text: texts().grouping.splitOff(offer.retailer),
    action: undoBy(undo, false),
  });
}

/** Takes a shop out of a product, and says how to put it back. */
export async function takeOut(productKey: string, offerId: string): Promise<Taken> {
  const split = await callOnce("products.split", { product_key: productKey, offer_ids: [offerId] });
  if (!split.ok) return split;
  dismissTopic(joinedTopic(productKey));
  const { product_key: apart, was_merged } = split.data;
  const removed = await callOnce("products.remove", { product_keys: [apart] });
  if (!removed.ok) return removed;
  const putBack = async () => {
    let result: CallResult<"products.restore" | "products.merge">;
    result = await callOnce("products.restore", { removed_ids: removed.data.removed_ids });
    if (result.ok)
      result = await callOnce("products.merge", {
        product_key: apart,
        into: productKey,
        is_return: !was_merged,
      });
    return result.ok ? null : result.error;
  };
  return { ok: true, putBack };
}

/** Removes a shop from a product; can be undone. */
export async function removeShop(
  productKey: string,
  { id, retailer }: Pick<Offer, "id" | "retailer">,
): Promise<void> {
  const taken = await takeOut(productKey, id);
  expireProducts();
  if (!taken.ok) return notifyFailure(taken.error);
  const restore = async () => {
    const error = await taken.putBack();
    expireProducts();
    if (error) notifyFailure(error);
  };
  const { grouping, common } = texts();
  notify({
    topic: "grouping",
    text: grouping.shopRemoved(retailer),
    action: {
      label: common.undo,
      isUndo: true,
      undone: grouping.shopBack(retailer),
      run: () => void restore(),
    },
  });
}

/** An undo for the undo key, unless the change itself is one: then only its notice offers to take it back. */
function undoBy(run: () => void, isUndoing: boolean): NoticeAction {
  const { undo } = texts().common;
  return isUndoing ? { label: undo, run } : { label: undo, isUndo: true, undone: "", run };
}

interface MergeOptions {
  readonly isUndoing?: boolean;
  /** Whether the merge only puts back what was split off. */
  readonly isReturn?: boolean;
}

/** Merges two products, and opens the result. Null on success. */
export async function merge(
  productKey: string,
  into: string,
  { isUndoing = false, isReturn = false }: MergeOptions = {},
): Promise<CallError | null> {
  const result = await callOnce("products.merge", { product_key: productKey, into, is_return: isReturn });
  if (!result.ok) {
    notifyFailure(result.error);
    return result.error;
  }
  const { product_key: remaining, offer_ids } = result.data;
  expireProducts();
  go({ view: "product", productKey: remaining });
  const undo = () => void takeApart(remaining, offer_ids, !isUndoing);
  notify({ topic: "grouping", text: texts().grouping.merged, action: undoBy(undo, isUndoing) });
  return null;
}

/** Undoes a merge. */
export async function takeApart(
  productKey: string,
  offer_ids: readonly string[],
  isUndoing = false,
): Promise<void> {
  if (offer_ids.length === 0) return;
  const result = await callOnce("products.split", { product_key: productKey, offer_ids: [...offer_ids] });
  if (!result.ok) return notifyFailure(result.error);
  const { product_key: apart } = result.data;
  expireProducts();
  // The shopper had merged the other product into this one.
  go({ view: "product", productKey });
  const undo = () => void merge(apart, productKey, { isUndoing: !isUndoing });
  notify({ topic: "grouping", text: texts().grouping.apart, action: undoBy(undo, isUndoing) });
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
  { URL: url, currency, retailer, price: from }: Offer,
  onByHand: () => void,
): Promise<void> {
  const { offers } = texts();
  const recipe = await askForPrice(url);
  if (recipe === null) return;
  if ("figure" in recipe) return onByHand();
  if ("code" in recipe) return notifyFailure(recipe);
  notify({ topic: correctionTopic, text: offers.reading(retailer) });
  const result = await callOnce("links.add", { url, currency, recipe });
  if (!result.ok) {
    dismissTopic(correctionTopic);
    return notifyFailure(result.error);
  }
  if (result.data.outcome === "added") return notifyClick(result.data, { retailer, from });
  notify({ topic: correctionTopic, tone: "bad", text: offers.nothingChanged(whyNotRead(result.data)) });
}

type AddedPage = Extract<AddLinkResult, { outcome: "added" }>;
type Correction = NonNullable<AddedPage["correction"]>;
/** The shop whose page was clicked, and its price before. */
interface Clicked {
  readonly retailer: string;
  readonly from: number;
}

/** Says what the click has changed, with its undo; a price that counts from the click on offers to drop the earlier ones. */
async function notifyClick(page: AddedPage, { retailer, from }: Clicked): Promise<void> {
  const { offers, common } = texts();
  const { price, currency, correction, product_key: productKey, is_read_without_click: isReadBySelf } = page;
  const amount = formatMoney(price, currency);
  const isMisread = correction?.clicked_at === null;
  const moved = isMisread ? await moveTarget(productKey, currency, { from, to: price }) : null;
  expireProducts();
  const undo = () => correction && void undoClick(page, correction).then(moved?.undo);
  const said = [
    offers.readThere(retailer, amount),
    isReadBySelf ? offers.readBySelf(amount) : "",
    isMisread ? offers.earlierDropped : "",
    correction && !isMisread ? offers.earlierKept : "",
    moved ? offers.targetMoved(formatMoney(moved.price, currency)) : "",
  ];
  const drop = () => void dropEarlier(page, { retailer, from });
  notify({
    topic: correctionTopic,
    text: said.filter(Boolean).join(" "),
    ...(correction && {
      action: { label: common.undo, isUndo: true, undone: offers.readAsBefore(retailer), run: undo },
    }),
    ...(correction && !isMisread && { alternative: { label: offers.earlierWrong, run: drop } }),
  });
}

/** Settles a click that counts from then on. Null if that fails, which is said. */
async function settleClick(
  { offer_id, correction }: AddedPage,
  areEarlierWrong: boolean,
): Promise<readonly number[] | null> {
  const click = { offer_id, clicked_at: correction?.clicked_at ?? "", are_earlier_wrong: areEarlierWrong };
  const result = await callOnce("prices.settle_click", click);
  if (result.ok) return result.data.edit_ids;
  notifyFailure(result.error);
  return null;
}

/** The prices before the click were misread, too. */
async function dropEarlier(page: AddedPage, clicked: Clicked): Promise<void> {
  const ids = await settleClick(page, true);
  if (ids === null || page.correction === null) return;
  const correction = { ...page.correction, edit_ids: [...ids], clicked_at: null };
  await notifyClick({ ...page, correction }, clicked);
}

/** Restores the price and the place where it was read; a check restores what the page says beside it. */
async function undoClick(page: AddedPage, correction: Correction): Promise<void> {
  const { edit_ids, clicked_at, recipe, recipe_before: before } = correction;
  const read = before
    ? await callOnce("recipes.save", { recipe: before })
    : await callOnce("recipes.remove", recipe);
  if (!read.ok) return notifyFailure(read.error);
  if (clicked_at !== null) await settleClick(page, false);
  for (const id of edit_ids) await undoEdit(id);
  expireHistory();
  await checkNow(page.product_key);
}
