import type { Offer } from "../../../../shared/contract/offer.js";
import { askForPrice } from "../../../lib/pick-price.js";
import { texts } from "../../../lib/texts.js";
import { callOnce } from "../../../stores/call-engine.js";
import { forgetCatalogue } from "../../../stores/catalogue.js";
import { dismissTopic, notify, notifyFailure } from "../../../stores/notices.js";

const topic = "correct price";

/** For a shop's page whose price is read wrongly: the shopper shows the right one. */
export async function correctPrice({ URL: url, currency, retailer }: Offer): Promise<void> {
  const { offers } = texts();
  const recipe = await askForPrice(url);
  if (recipe === null) return;
  if ("code" in recipe) return notifyFailure(recipe);
  notify({ topic, text: offers.reading(retailer) });
  const result = await callOnce("links.add", { url, currency, recipe });
  if (!result.ok) {
    dismissTopic(topic);
    return notifyFailure(result.error);
  }
  if (result.data.outcome === "added") {
    forgetCatalogue();
    return notify({ topic, text: offers.readThere(retailer) });
  }
  const reason = result.data.outcome === "unpriced" ? result.data.reason : offers.pageUnreadable;
  notify({ topic, tone: "bad", text: offers.nothingChanged(reason) });
}
