import { Plus } from "lucide-react";
import { useState } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import { isAddition } from "../../../shared/app/rule-scope.js";
import type { AlertRule } from "../../../shared/app/rules.js";
import type { CallError } from "../../../shared/calls.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { DAY_MS, MINUTE_MS } from "../../../shared/time.js";
import { Button, DialogButton } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { TextField } from "../../components/fields.js";
import { MenuButton } from "../../components/menu-button.js";
import { RuleDialog, type RuleSubject } from "../../components/rules/rule-dialog.js";
import { RuleItem } from "../../components/rules/rule-item.js";
import { ErrorNote, Skeleton } from "../../components/states.js";
import { Switch } from "../../components/switch.js";
import { cadences } from "../../lib/cadence.js";
import { formatDateTime, formatUntil, localTime } from "../../lib/format.js";
import { ruleText } from "../../lib/rule-text.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { useReadOnly } from "../../stores/engine.js";
import { go } from "../../stores/navigation.js";
import { notifyFailure } from "../../stores/notices.js";
import { useOpenPurchase } from "../../stores/purchases.js";
import { snooze } from "../../stores/rules.js";
import { hasBoth, targetRuleOf } from "../../stores/targets.js";
import { unwatch, watch } from "../../stores/watched.js";
import { Bought } from "./bought.js";
import { CheckList } from "./check-list.js";
import { usePage } from "./page.js";
import { TargetControl } from "./target-control.js";

/** All settings of watching: schedule, target, other rules, failing checks. */
export function WatchPanel() {
  const { productKey, overview, schedule, known } = usePage();
  const purchase = useOpenPurchase(productKey);
  const isWatched = overview.data === null || schedule !== null;
  const checks = schedule && <CheckList schedule={schedule} />;
  if (purchase)
    return (
      <section className="watch-panel" aria-label={texts().bought.title}>
        <Bought purchase={purchase} />
        {purchase.can_be_returned && <PurchaseSnooze />}
        {checks}
      </section>
    );
  return (
    <section className="watch-panel" aria-label={texts().product.watching}>
      {overview.error && <ErrorNote error={overview.error} onRetry={overview.refresh} />}
      <WatchControl />
      {checks}
      <TargetControl key={known.currency} isWatched={isWatched} />
      <Rules isWatched={isWatched} />
    </section>
  );
}

/** Pauses the alerts of prices below the one paid. */
function PurchaseSnooze() {
  const { productKey } = usePage();
  const { data } = useAnswer("rules.list", { product_key: productKey });
  return (
    data && (
      <div className="line wraps">
        <SnoozeControl productKey={productKey} until={data.snoozes[0]?.until ?? null} />
      </div>
    )
  );
}

/** No shop has this name. */
const everywhere = "*";

function WatchControl() {
  const { productKey, overview, schedule } = usePage();
  const { isBusy, run } = useAct(notifyFailure);
  const { product: said, watching, rules, lists } = texts();
  const retailers = overview.data?.checkable_retailers;
  const act = (work: () => Promise<CallError | null>) => void (isBusy || run(work));
  const begin = (cadence: Cadence, retailer: string | null) =>
    act(async () => (await watch([{ product_key: productKey, schedule: cadence, retailer }])).error);
  const toggle = (isOn: boolean) => {
    if (isOn) begin("daily", null);
    else if (schedule) act(() => unwatch([schedule]));
  };
  const shops = [...new Set([...(retailers ?? []), ...(schedule?.retailer ? [schedule.retailer] : [])])];
  return (
    <div className="stack">
      <Switch
        isOn={schedule !== null}
        onChange={toggle}
        disabled={retailers === undefined}
        keys="W"
        label={<span className="strong">{lists.watch}</span>}
        note={<HowItGoes schedule={schedule} canBeChecked={retailers?.length !== 0} />}
      />
      {schedule && (
        <div className="watch-choices line wraps">
          <MenuButton<Cadence>
            label={said.howOften}
            choices={cadences()}
            value={schedule.schedule}
            placeholder={watching.cadences.daily}
            disabled={isBusy}
            onChoose={(cadence) => begin(cadence, schedule.retailer)}
          />
          {shops.length > 1 && (
            <MenuButton
              label={said.where}
              choices={[
                { value: everywhere, label: rules.allShops },
                ...shops.map((retailer) => ({ value: retailer, label: shopName(retailer) })),
              ]}
              value={schedule.retailer ?? everywhere}
              disabled={isBusy}
              onChoose={(shop) => begin(schedule.schedule, shop === everywhere ? null : shop)}
            />
          )}
        </div>
      )}
    </div>
  );
}

function HowItGoes({ schedule, canBeChecked }: { schedule: ScheduleOverview | null; canBeChecked: boolean }) {
  const nowMs = useNow();
  const isReadOnly = useReadOnly();
  const { product, watching } = texts();
  if (!canBeChecked) return <span className="warn">{watching.notCheckable}</span>;
  if (!schedule) return product.beTold;
  if (isReadOnly) return watching.paused;
  if (schedule.is_running) return watching.checkingNow;
  return product.nextCheck(formatUntil(schedule.next_check_at, nowMs));
}

/** The other rules: the product's own, or a summary of those for all products. */
function Rules({ isWatched }: { readonly isWatched: boolean }) {
  const { productKey, prices, known } = usePage();
  const answer = useAnswer("rules.list", { product_key: productKey });
  if (answer.error) return <ErrorNote error={answer.error} onRetry={answer.refresh} />;
  if (!answer.data) return <Skeleton height={40} />;
  const { history, statistics, currency } = prices;
  const retailers = new Set((history.offers ?? []).map(({ retailer }) => retailer));
  const hasUsed = hasBoth(history.offers);
  const subject: RuleSubject = { ...known, productKey, retailers: [...retailers].sort(), hasUsed };
  const { alerts, rules: said } = texts();
  const { rules, snoozes } = answer.data;
  const own = rules.filter((rule) => rule.product_key !== null);
  const shownAbove = targetRuleOf(rules, currency)?.rule.id;
  const others = own.filter(({ id }) => id !== shownAbove);
  return (
    <div className="watch-rules stack">
      <h3>{alerts.tellMeAbout}</h3>
      {others.length > 0 && (
        <ul aria-label={alerts.rulesOfThis}>
          {others.map((rule) => (
            <RuleItem key={rule.id} rule={rule} subject={subject} />
          ))}
        </ul>
      )}
      <p className="quiet">
        {rulesSentence(rules, own)}{" "}
        <Button variant="text" onClick={() => go({ view: "alerts", tab: "rules" })}>
          {alerts.seeAllRules}
        </Button>
      </p>
      {!isWatched && own.some(({ is_enabled }) => is_enabled) && <p className="warn">{alerts.notWatched}</p>}
      <div className="line wraps">
        <DialogButton
          icon={Plus}
          // A new rule suggests a target below the price.
          disabled={statistics.data === null && statistics.error === null}
          dialog={(close) => <RuleDialog subject={subject} onClose={close} />}
        >
          {said.addRule}
        </DialogButton>
        <SnoozeControl productKey={productKey} until={snoozes[0]?.until ?? null} />
      </div>
    </div>
  );
}

function rulesSentence(rules: readonly AlertRule[], own: readonly AlertRule[]): string {
  const { alerts } = texts();
  const common = rules.filter(({ product_key: productKey, is_enabled }) => productKey === null && is_enabled);
  const isReplaced = own.some(({ trigger }) => !isAddition(trigger.kind));
  if (isReplaced) return own.some(({ is_enabled }) => is_enabled) ? alerts.onlyOwnRules : alerts.ownRulesOff;
  return common.length === 0 ? alerts.noRules : alerts.commonRules(common.map(ruleText).join(" · "));
}

const choices = ["day", "week", "until"] as const;
type Choice = (typeof choices)[number];

interface SnoozeControlProps {
  readonly productKey: string;
  /** The end of the present snooze; null without one. */
  readonly until: string | null;
}

/** Pauses a product's alerts. Rules that still match afterwards alert then. */
function SnoozeControl({ productKey, until }: SnoozeControlProps) {
  const nowMs = useNow();
  const [isChoosing, setChoosing] = useState(false);
  const { snoozing } = texts();
  const isSnoozed = until !== null && Date.parse(until) > nowMs;
  const choose = (choice: Choice) => {
    if (choice === "until") setChoosing(true);
    else void snooze(productKey, new Date(Date.now() + (choice === "day" ? DAY_MS : 7 * DAY_MS)));
  };
  return (
    <>
      {isSnoozed ? (
        <Button onClick={() => void snooze(productKey, null)}>{snoozing.end}</Button>
      ) : (
        <MenuButton
          label={snoozing.ofThis}
          choices={choices.map((value) => ({ value, label: snoozing.choices[value] }))}
          value={null}
          placeholder={snoozing.snooze}
          note={snoozing.note}
          onChoose={choose}
        />
      )}
      <span className="quiet" role="status">
        {isSnoozed && snoozing.snoozedUntil(formatDateTime(until))}
      </span>
      {isChoosing && <SnoozeDialog productKey={productKey} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface SnoozeDialogProps {
  readonly productKey: string;
  readonly onClose: () => void;
}

function SnoozeDialog({ productKey, onClose }: SnoozeDialogProps) {
  const { snoozing } = texts();
  const [openedMs] = useState(() => Date.now());
  const [until, setUntil] = useState(() => localTime(openedMs + DAY_MS));
  const send = async () => {
    void snooze(productKey, new Date(until));
    return null;
  };
  return (
    <FormDialog title={snoozing.ofThis} submit={snoozing.snooze} onSubmit={send} onClose={onClose}>
      <TextField
        label={snoozing.untilWhen}
        type="datetime-local"
        required
        min={localTime(openedMs + MINUTE_MS)}
        max={localTime(openedMs + 365 * DAY_MS)}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  );
}
