import type { AddLinkResult } from "../../shared/app/pages.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import type { Offer } from "../../shared/contract/offer.js";
import { formatMoney } from "../lib/format.js";
import { askForPrice } from "../lib/pick-price.js";
import { texts } from "../lib/texts.js";
import { unreadText } from "../lib/unread-text.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { go } from "./navigation.js";
import { dismissTopic, notify, notifyFailure } from "./notices.js";
import { loadWatchList } from "./watch-list.js";

function expireHistory(): void {
  expireAnswers(
    "offers.history",
    "history.before",
    "app.statistics",
    "history.edits",
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

/** Excludes, corrects or adds a point. Null on success. */
export async function editHistory(edit: OperationInput<"history.edit">): Promise<CallError | null> {
  const result = await callOnce("history.edit", edit);
  if (!result.ok) return result.error;
  expireHistory();
  return null;
}

export async function undoEdit(id: number): Promise<void> {
  const result = await callOnce("history.undo", { id });
  if (result.ok) expireHistory();
  else notifyFailure(result.error);
}

/** Splits an offer off into its own product, and opens it; can be undone. */
export async function splitOff(productKey: string, offer: Pick<Offer, "id" | "retailer">): Promise<void> {
  const result = await callOnce("products.split", { product_key: productKey, offer_ids: [offer.id] });
  if (!result.ok) return notifyFailure(result.error);
  // An undo of the shop's joining would split off what has gone.
  dismissTopic(`joined ${productKey}`);
  announceSplit(result.data.product_key, productKey, texts().grouping.splitOff(offer.retailer));
}

/** Opens the product that was split off from another one, with an undo. */
function announceSplit(productKey: string, from: string, text: string): void {
  expireProducts();
  go({ view: "product", productKey });
  notify({
    topic: "grouping",
    text,
    action: { label: texts().common.undo, isUndo: true, undone: "", run: () => void merge(productKey, from) },
  });
}

/** Merges two products, and opens the result. */
export async function merge(productKey: string, into: string): Promise<CallError | null> {
  const result = await callOnce("products.merge", { product_key: productKey, into });
  if (!result.ok) {
    notifyFailure(result.error);
    return result.error;
  }
  const { offer_ids } = result.data;
  expireProducts();
  go({ view: "product", productKey: into });
  notify({
    topic: "grouping",
    text: texts().grouping.merged,
    action: {
      label: texts().common.undo,
      isUndo: true,
      undone: "",
      run: () => void takeApart(into, offer_ids),
    },
  });
  return null;
}

async function takeApart(productKey: string, offer_ids: readonly string[]): Promise<void> {
  if (offer_ids.length === 0) return;
  const result = await callOnce("products.split", { product_key: productKey, offer_ids: [...offer_ids] });
  if (!result.ok) return notifyFailure(result.error);
  announceSplit(result.data.product_key, productKey, texts().grouping.apart);
}

const correctionTopic = "correct price";

/** Corrects a price that is read wrongly: the shopper clicks the right one on the page, or enters it. */
export async function correctPrice(
  { URL: url, currency, retailer }: Offer,
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
  if (result.data.outcome === "added") {
    expireProducts();
    const { price, correction } = result.data;
    const undo = () => correction && void undoClick(recipe.host, correction);
    const undone = offers.readAsBefore(retailer);
    return notify({
      topic: correctionTopic,
      text: offers.readThere(retailer, formatMoney(price, currency)),
      ...(correction && { action: { label: texts().common.undo, isUndo: true, undone, run: undo } }),
    });
  }
  const reason = result.data.outcome === "unread" ? unreadText(result.data) : offers.pageUnreadable;
  notify({ topic: correctionTopic, tone: "bad", text: offers.nothingChanged(reason) });
}

type Correction = NonNullable<Extract<AddLinkResult, { outcome: "added" }>["correction"]>;

/** Restores the price, and the place where the shop's prices were read. */
async function undoClick(host: string, { edit_id, recipe_before: before }: Correction): Promise<void> {
  const read = before
    ? await callOnce("recipes.save", { recipe: before })
    : await callOnce("recipes.remove", { host });
  if (!read.ok) return notifyFailure(read.error);
  await undoEdit(edit_id);
}
