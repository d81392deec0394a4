import {
  CalendarClock,
  ExternalLink,
  MousePointerClick,
  Pencil,
  RotateCcw,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { isUnreached } from "../../../shared/app/unreached.js";
import { Button } from "../../components/button.js";
import { ShopName } from "../../components/shop-name.js";
import { isInBrowser, openPage } from "../../lib/bridge.js";
import { healthByRetailer, nameOutcome, type RetailerHealth } from "../../lib/check-health.js";
import { formatUntil } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { correctPrice, startOver } from "../../stores/hand-edits.js";
import { notifyFailure } from "../../stores/notices.js";
import { useWatchedRow } from "../../stores/watch-list.js";
import { watch } from "../../stores/watched.js";
import { canBeOpened } from "./offers.js";
import { pointToEnter, usePage } from "./page.js";

/** The shops whose last check failed, each with the next steps. */
export function CheckList({ schedule }: { readonly schedule: ScheduleOverview }) {
  const nowMs = useNow();
  const checked = healthByRetailer(schedule.checks, nowMs);
  const failing = checked.filter(({ isGood }) => !isGood);
  const { lastChecks, noneReached, nextTry } = texts().product;
  if (failing.length === 0) return null;
  // Where no shop answers, it is the connection rather than the shops.
  if (failing.length > 1 && checked.every(({ outcome }) => troubleOf(outcome) === "unreachable"))
    return (
      <div className="checks check line tops">
        <Failure line={noneReached(failing.length)}>
          <p className="quiet">{nextTry(formatUntil(schedule.next_check_at, nowMs))}</p>
        </Failure>
      </div>
    );
  return (
    <ul className="checks stack" aria-label={lastChecks}>
      {failing.map((each) => (
        <Check key={each.retailer} health={each} schedule={schedule} />
      ))}
    </ul>
  );
}

interface FailureProps {
  readonly shop?: string;
  readonly line: string;
  readonly children: ReactNode;
}

function Failure({ shop, line, children }: FailureProps) {
  return (
    <>
      <TriangleAlert size={15} className="warn" />
      <div className="row-text">
        <p className="line wraps between">
          {shop !== undefined && <ShopName host={shop} />}
          <span className="warn">{line}</span>
        </p>
        {children}
      </div>
    </>
  );
}

interface CheckProps {
  readonly health: RetailerHealth;
  readonly schedule: ScheduleOverview;
}

function Check({ health, schedule }: CheckProps) {
  const { retailer, text, outcome, detail } = health;
  // The engine's sentence is English; other languages show the outcome, which may be part of the text already.
  const problem = detail === null ? "" : texts().reasons.problem(outcome, detail);
  // The next step explains a known trouble in plain words.
  const trouble = troubleOf(outcome);
  return (
    <li className="check line tops">
      <Failure shop={retailer} line={text}>
        {trouble === null && !text.includes(problem) && <p className="quiet">{problem}</p>}
        {trouble !== null && <NextStep trouble={trouble} health={health} schedule={schedule} />}
      </Failure>
    </li>
  );
}

interface NextStepProps extends CheckProps {
  readonly trouble: Trouble;
}

/** The meaning of a failure, and the shopper's next steps. */
function NextStep({ trouble, health: { retailer, outcome }, schedule }: NextStepProps) {
  const product = usePage();
  const { urls, unpriced } = product.terms;
  const row = useWatchedRow(product.productKey);
  const next = formatUntil(schedule.next_check_at, useNow());
  const own = (product.prices.history.offers ?? []).filter((offer) => offer.retailer === retailer);
  const pages = [...own, ...unpriced.filter((each) => each.retailer === retailer)];
  const page = pages.find(canBeOpened);
  const clicked = isInBrowser() ? undefined : pages.find(({ URL: url }) => urls.includes(url));
  const read = own.find(({ URL: url }) => urls.includes(url));
  const enter = () => read && product.edit({ ...pointToEnter(product, read), atMs: null });
  const canCorrect = trouble === "unread" || trouble === "blocked";
  const said = texts().product;
  return (
    <>
      <p className="quiet">{isUnreached(outcome) ? said.nextTry(next) : said.trouble[trouble]}</p>
      <div className="check-steps line wraps">
        {page && trouble !== "unreachable" && (
          <Button icon={ExternalLink} onClick={() => openPage(page.URL)}>
            {said.openThisShop(shopName(retailer))}
          </Button>
        )}
        {clicked && canCorrect && (
          <Button icon={MousePointerClick} onClick={() => void correctPrice(clicked, enter)}>
            {said.clickPrice}
          </Button>
        )}
        {read && canCorrect && (
          <Button icon={Pencil} onClick={enter}>
            {texts().offers.enterPrice}
          </Button>
        )}
        {read && trouble === "currency" && (
          <Button icon={RotateCcw} onClick={() => void startOver(read.URL)}>
            {said.startOver}
          </Button>
        )}
        {/* What was bought is not in the list, and a change of its checks would take it back. */}
        {trouble === "blocked" && row && schedule.schedule !== "weekly" && (
          <Button icon={CalendarClock} onClick={() => void checkWeekly(schedule)}>
            {texts().watchList.checkCadence.weekly}
          </Button>
        )}
      </div>
    </>
  );
}

async function checkWeekly({ product_key: productKey, retailer }: ScheduleOverview): Promise<void> {
  const { error } = await watch([{ product_key: productKey, schedule: "weekly", retailer }]);
  if (error) notifyFailure(error);
}

/** The kind of next step after a failed check. */
export type Trouble = "blocked" | "unread" | "unreachable" | "gone" | "currency";

const kinds: Readonly<Record<string, Trouble>> = {
  blocked: "blocked",
  "no price": "unread",
  ambiguous: "unread",
  "needs a window": "unread",
  network: "unreachable",
  timeout: "unreachable",
  tls: "unreachable",
  paused: "unreachable",
  limited: "unreachable",
  offline: "unreachable",
  "server error": "unreachable",
  gone: "gone",
  currency: "currency",
};

/** Null if the outcome needs no explanation, and for outcomes of a newer engine. */
export function troubleOf(outcome: string): Trouble | null {
  const name = nameOutcome(outcome);
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}
