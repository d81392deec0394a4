import { ExternalLink } from "lucide-react";
import type { Offer } from "../../../../shared/contract/offer.js";
import { ActionMenu } from "../../../components/action-menu.js";
import { IconButton } from "../../../components/button.js";
import { Tag } from "../../../components/tag.js";
import { bridge } from "../../../lib/bridge.js";
import { classNames } from "../../../lib/class-names.js";
import { formatAge, formatDateTime, formatMoney } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { canBeOpened, offerMenu } from "./offer-menu.js";
import { conditionOf, differenceTo, sellerOf } from "./offer-text.js";

interface OfferRowProps {
  readonly productKey: string;
  readonly offer: Offer;
  readonly best: Offer | null;
  /** Said of the best one where there are others. */
  readonly bestWord: string | null;
  readonly isTracked: boolean;
  readonly isOnly: boolean;
  readonly nowMs: number;
}

export function OfferRow({ productKey, offer, best, bestWord, isTracked, isOnly, nowMs }: OfferRowProps) {
  const { offers: said } = texts();
  const difference = differenceTo(best, offer);
  return (
    <tr className={classNames(offer.availability === "out" && "is-sold-out")}>
      <th scope="row">
        {offer.retailer}
        {bestWord && (
          <>
            {" "}
            <Tag tone="accent">{bestWord}</Tag>
          </>
        )}
        <Folded offer={offer} nowMs={nowMs} />
      </th>
      <td className="is-number is-strong">{formatMoney(offer.price, offer.currency)}</td>
      <td className={classNames("is-number", difference.startsWith("−") ? "is-cheaper" : "quiet")}>
        {difference}
      </td>
      <td>
        <Stock availability={offer.availability} />
      </td>
      <td>{conditionOf(offer)}</td>
      <td>{sellerOf(offer)}</td>
      <td title={formatDateTime(offer.timestamp)}>{formatAge(offer.timestamp, nowMs)}</td>
      <td className="is-action">
        {canBeOpened(offer) && (
          <IconButton
            label={said.openInBrowser(offer.retailer)}
            onClick={() => void bridge().invoke("shell:open-external", offer.URL)}
          >
            <ExternalLink size={15} aria-hidden="true" />
          </IconButton>
        )}
        <ActionMenu
          label={said.more(offer.retailer)}
          groups={offerMenu({ productKey, offer, isTracked, isOnly })}
        />
      </td>
    </tr>
  );
}

/** What its columns say, where there is no room for them. */
function Folded({ offer, nowMs }: Pick<OfferRowProps, "offer" | "nowMs">) {
  const said = [conditionOf(offer), sellerOf(offer), formatAge(offer.timestamp, nowMs)];
  return (
    <span className="offer-folded quiet">
      <span className="offer-folded-stock">
        <Stock availability={offer.availability} />{" "}
      </span>
      {said.filter((each) => each !== "–").join(" · ")}
    </span>
  );
}

function Stock({ availability }: { readonly availability: Offer["availability"] }) {
  const { offers: said } = texts();
  if (availability === "in") return <span className="stock is-in">{said.inStock}</span>;
  if (availability === "out") return <span className="stock is-out">{said.outOfStock}</span>;
  return <span className="quiet">{said.notKnown}</span>;
}
