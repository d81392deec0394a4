import { CalendarClock, ExternalLink, MousePointerClick } from "lucide-react";
import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { Button } from "../../../components/button.js";
import { bridge } from "../../../lib/bridge.js";
import type { RetailerHealth } from "../../../lib/check-health.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { notifyFailure } from "../../../stores/notices.js";
import { watch } from "../../../stores/watched.js";
import { correctPrice } from "../offers/correct-price.js";
import { canBeOpened } from "../offers/offer-menu.js";
import { troubleOf } from "./trouble.js";

interface NextStepProps {
  readonly health: RetailerHealth;
  readonly schedule: ScheduleOverview;
  readonly offers: readonly Offer[];
}

/** What a failure means, and what the shopper can do about it. */
export function NextStep({ health: { retailer, outcome }, schedule, offers }: NextStepProps) {
  const { product_key: productKey } = schedule;
  const tracked = useAnswer("pages.tracked", { product_key: productKey }).data?.urls ?? [];
  const trouble = troubleOf(outcome);
  if (trouble === null) return null;
  const own = offers.filter((offer) => offer.retailer === retailer);
  const page = own.find(canBeOpened);
  const read = own.find(({ URL: url }) => tracked.includes(url));
  const said = texts().product;
  return (
    <>
      <p className="quiet">{said.trouble[trouble]}</p>
      <div className="check-steps">
        {page && trouble !== "unreachable" && (
          <Button
            icon={<ExternalLink size={14} aria-hidden="true" />}
            onClick={() => void bridge().invoke("shell:open-external", page.URL)}
          >
            {said.openThisShop(retailer)}
          </Button>
        )}
        {read && (trouble === "unread" || trouble === "blocked") && (
          <Button
            icon={<MousePointerClick size={14} aria-hidden="true" />}
            onClick={() => void correctPrice(read)}
          >
            {said.clickPrice}
          </Button>
        )}
        {trouble === "blocked" && schedule.schedule !== "weekly" && (
          <Button
            icon={<CalendarClock size={14} aria-hidden="true" />}
            onClick={() => void checkWeekly(schedule)}
          >
            {said.checkWeekly}
          </Button>
        )}
      </div>
    </>
  );
}

async function checkWeekly({ product_key: productKey, retailer }: ScheduleOverview): Promise<void> {
  const error = await watch([{ product_key: productKey, schedule: "weekly", retailer }]);
  if (error) notifyFailure(error);
}
