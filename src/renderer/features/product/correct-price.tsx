import { LoaderCircle, MousePointerClick } from "lucide-react";
import { useState } from "react";
import type { Offer } from "../../../shared/contract/offer.js";
import { IconButton } from "../../components/button.js";
import { callOnce } from "../../lib/call-engine.js";
import { askForPrice } from "../../lib/pick-price.js";
import { texts } from "../../lib/texts.js";
import { forgetCatalogue } from "../../stores/catalogue.js";
import { notify, notifyFailure } from "../../stores/notices.js";

const topic = "correct price";

/** For a shop's page whose price is read wrongly: the shopper shows the right one. */
export function CorrectPrice({ offer }: { readonly offer: Offer }) {
  const [isBusy, setBusy] = useState(false);
  const { URL: url, currency, retailer } = offer;
  const correct = async () => {
    const recipe = await askForPrice(url);
    if (recipe === null) return;
    if ("code" in recipe) return notifyFailure(recipe);
    const result = await callOnce("links.add", { url, currency, recipe });
    if (!result.ok) return notifyFailure(result.error);
    if (result.data.outcome === "added") {
      forgetCatalogue();
      return notify({ topic, text: texts().offers.readThere(retailer) });
    }
    const reason = result.data.outcome === "unpriced" ? result.data.reason : texts().offers.pageUnreadable;
    notify({ topic, tone: "bad", text: texts().offers.nothingChanged(reason) });
  };
  const run = async () => {
    setBusy(true);
    await correct();
    setBusy(false);
  };
  return (
    <IconButton
      label={texts().offers.wrongPrice(retailer)}
      className="icon-button-small"
      disabled={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? (
        <LoaderCircle size={14} className="spin" aria-hidden="true" />
      ) : (
        <MousePointerClick size={14} aria-hidden="true" />
      )}
    </IconButton>
  );
}
