import {
  CalendarClock,
  ExternalLink,
  MousePointerClick,
  Pencil,
  RotateCcw,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { isUnreached } from "../../../shared/app/unreached.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { Button } from "../../components/button.js";
import { ShopName } from "../../components/shop-name.js";
import { bridge, isInBrowser } from "../../lib/bridge.js";
import { healthByRetailer, type RetailerHealth } from "../../lib/check-health.js";
import { formatUntil } from "../../lib/format.js";
import { nameOutcome } from "../../lib/outcome-text.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { correctPrice, startOver } from "../../stores/hand-edits.js";
import { notifyFailure } from "../../stores/notices.js";
import { useWatchedRow } from "../../stores/watch-list.js";
import { watch } from "../../stores/watched.js";
import { EditPointDialog, isEntered, pointOf } from "./edit-point-dialog.js";
import { canBeOpened } from "./offers.js";
import { useTerms } from "./terms.js";

interface CheckListProps {
  readonly schedule: ScheduleOverview;
  readonly offers: readonly Offer[];
}

/** The shops whose last check failed, each with the next steps. */
export function CheckList({ schedule, offers }: CheckListProps) {
  const checked = healthByRetailer(schedule.checks, useNow());
  const failing = checked.filter(({ isGood }) => !isGood);
  if (failing.length === 0) return null;
  if (failing.length > 1 && checked.every(({ outcome }) => troubleOf(outcome) === "unreachable"))
    return <NoneReached shops={failing.length} schedule={schedule} />;
  return (
    <ul className="checks" aria-label={texts().product.lastChecks}>
      {failing.map((each) => (
        <Check key={each.retailer} health={each} schedule={schedule} offers={offers} />
      ))}
    </ul>
  );
}

/** One sentence where no shop answers: then it is the connection rather than the shops. */
function NoneReached({ shops, schedule }: { readonly shops: number; readonly schedule: ScheduleOverview }) {
  const { noneReached, nextTry } = texts().product;
  const next = formatUntil(schedule.next_check_at, useNow());
  return (
    <div className="checks check">
      <TriangleAlert size={15} className="warn" />
      <div className="check-text">
        <p className="check-line warn">{noneReached(shops)}</p>
        <p className="quiet">{nextTry(next)}</p>
      </div>
    </div>
  );
}

function Check({ health, ...rest }: CheckListProps & { readonly health: RetailerHealth }) {
  const { retailer, text, outcome, detail } = health;
  // The engine's sentence is English; other languages show the outcome, which may be part of the text already.
  const problem = detail === null ? "" : texts().reasons.problem(outcome, detail);
  // The next step explains a known trouble in plain words.
  const isKnown = troubleOf(outcome) !== null;
  return (
    <li className="check">
      <TriangleAlert size={15} className="warn" />
      <div className="check-text">
        <p className="check-line">
          <ShopName host={retailer} />
          <span className="warn">{text}</span>
        </p>
        {!isKnown && !text.includes(problem) && <p className="quiet">{problem}</p>}
        <NextStep health={health} {...rest} />
      </div>
    </li>
  );
}

interface NextStepProps {
  readonly health: RetailerHealth;
  readonly schedule: ScheduleOverview;
  readonly offers: readonly Offer[];
}

/** The meaning of a failure, and the shopper's next steps. */
function NextStep({ health: { retailer, outcome }, schedule, offers }: NextStepProps) {
  const { product_key: productKey } = schedule;
  const { urls: tracked, unpriced } = useTerms(productKey);
  const row = useWatchedRow(productKey);
  const [isEditing, setEditing] = useState(false);
  const next = formatUntil(schedule.next_check_at, useNow());
  const edits = useAnswer("history.edits", { product_key: productKey }).data?.edits ?? [];
  const trouble = troubleOf(outcome);
  if (trouble === null) return null;
  const own = offers.filter((offer) => offer.retailer === retailer);
  const pages = [...own, ...unpriced.filter((each) => each.retailer === retailer)];
  const page = pages.find(canBeOpened);
  const clicked = isInBrowser() ? undefined : pages.find(({ URL: url }) => tracked.includes(url));
  const read = own.find(({ URL: url }) => tracked.includes(url));
  const said = texts().product;
  return (
    <>
      <p className="quiet">{isUnreached(outcome) ? said.nextTry(next) : said.trouble[trouble]}</p>
      <div className="check-steps">
        {page && trouble !== "unreachable" && (
          <Button icon={ExternalLink} onClick={() => void bridge().invoke("shell:open-external", page.URL)}>
            {said.openThisShop(shopName(retailer))}
          </Button>
        )}
        {clicked && (trouble === "unread" || trouble === "blocked") && (
          <Button icon={MousePointerClick} onClick={() => void correctPrice(clicked, () => setEditing(true))}>
            {said.clickPrice}
          </Button>
        )}
        {read && (trouble === "unread" || trouble === "blocked") && (
          <Button icon={Pencil} onClick={() => setEditing(true)}>
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
            {said.checkWeekly}
          </Button>
        )}
      </div>
      {isEditing && read && (
        <EditPointDialog
          point={{ ...pointOf(read), atMs: null, ...(isEntered(read, edits) && { enteredFor: read.URL }) }}
          offers={[{ id: read.id, label: shopName(read.retailer), currency: read.currency }]}
          onClose={() => setEditing(false)}
        />
      )}
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
