import type { Offer } from "../../../../shared/contract/offer.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { TargetControl } from "./target-control.js";
import { WatchControl } from "./watch-control.js";

interface WatchAndTargetProps {
  readonly productKey: string;
  readonly currency: string;
  /** Best price now. */
  readonly price: number | null;
  readonly offers: readonly Offer[] | null;
}

/** The two things that a shopper does here. */
export function WatchAndTarget({ productKey, currency, price, offers }: WatchAndTargetProps) {
  const overview = useAnswer("schedules.overview", { product_key: productKey }).data;
  const schedule = overview?.schedules[0] ?? null;
  return (
    <section className="summary-actions" aria-label={texts().product.watchAndTarget}>
      <WatchControl
        productKey={productKey}
        schedule={schedule}
        isKnown={overview !== null}
        canBeChecked={overview === null || overview.checkable_retailers.length > 0}
      />
      <TargetControl
        key={currency}
        productKey={productKey}
        currency={currency}
        price={price}
        offers={offers}
        isWatched={overview === null || schedule !== null}
      />
    </section>
  );
}
