import type { Offer } from "../../../../shared/contract/offer.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { TargetControl } from "./target-control.js";
import { WatchControl } from "./watch-control.js";

interface WatchAndTargetProps {
  readonly service: string;
  readonly currency: string;
  /** Best price now. */
  readonly price: number | null;
  readonly offers: readonly Offer[] | null;
}

/** The two things that a shopper does here. */
export function WatchAndTarget({ service, currency, price, offers }: WatchAndTargetProps) {
  const overview = useAnswer("schedules.overview", { service }).data;
  const schedule = overview?.schedules[0] ?? null;
  return (
    <section className="summary-actions" aria-label={texts().product.watchAndTarget}>
      <WatchControl
        service={service}
        schedule={schedule}
        isKnown={overview !== null}
        canBeChecked={overview === null || overview.checkable_retailers.length > 0}
      />
      <TargetControl
        key={currency}
        service={service}
        currency={currency}
        price={price}
        offers={offers}
        isWatched={overview === null || schedule !== null}
      />
    </section>
  );
}
