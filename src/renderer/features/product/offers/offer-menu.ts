import { Copy, ExternalLink, MousePointerClick, Split } from "lucide-react";
import type { Offer } from "../../../../shared/contract/offer.js";
import type { MenuGroups } from "../../../components/menu-items.js";
import { bridge } from "../../../lib/bridge.js";
import { texts } from "../../../lib/texts.js";
import { splitOff } from "../../../stores/hand-edits.js";
import { correctPrice } from "./correct-price.js";

interface OfferMenu {
  readonly productKey: string;
  readonly offer: Offer;
  /** Whether Tidemark reads the shop's page itself. */
  readonly isTracked: boolean;
  /** The only offer of a product cannot leave it. */
  readonly isOnly: boolean;
}

export function canBeOpened({ URL: url }: Offer): boolean {
  return url.startsWith("https://");
}

/** What can be done about an offer. */
export function offerMenu({ productKey, offer, isTracked, isOnly }: OfferMenu): MenuGroups {
  const { offers } = texts();
  const open = {
    label: offers.open,
    Icon: ExternalLink,
    run: () => void bridge().invoke("shell:open-external", offer.URL),
  };
  const copy = {
    label: offers.copyLink,
    Icon: Copy,
    run: () => void bridge().invoke("shell:copy-text", offer.URL),
  };
  const correct = {
    label: offers.wrongPrice,
    Icon: MousePointerClick,
    run: () => void correctPrice(offer),
  };
  const split = { label: offers.splitOff, Icon: Split, run: () => void splitOff(productKey, offer) };
  return [
    canBeOpened(offer) ? [open, copy] : [copy],
    [...(isTracked ? [correct] : []), ...(isOnly ? [] : [split])],
  ];
}
