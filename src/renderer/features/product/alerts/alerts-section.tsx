import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import type { AlertRule } from "../../../../shared/app/rules.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { RuleDialog, type RuleSubject } from "../../../components/rules/rule-dialog.js";
import { RuleItem } from "../../../components/rules/rule-item.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { hasBoth } from "../set-target.js";
import { CommonRules } from "./common-rules.js";
import { NotWatched } from "./not-watched.js";
import { QuickTargetBar } from "./quick-target-bar.js";
import { SnoozeControl } from "./snooze-control.js";
import "./alerts-section.css";

interface AlertsSectionProps {
  readonly productKey: string;
  readonly offers: readonly Offer[] | null;
  /** Best price now, in the currency that is shown. */
  readonly price: number | null;
  /** Whether it has been found out; a new rule proposes something by it. */
  readonly isPriceKnown: boolean;
  /** The lowest so far. */
  readonly lowest: number | null;
  readonly currency: string;
}

function retailersOf(offers: readonly Offer[] | null): string[] {
  return [...new Set((offers ?? []).map(({ retailer }) => retailer))].sort();
}

/** What is worth an alert about this product. */
export function AlertsSection(props: AlertsSectionProps) {
  const { productKey, offers, price, isPriceKnown, lowest, currency } = props;
  const answer = useAnswer("rules.list", { product_key: productKey });
  const [isAdding, setAdding] = useState(false);
  const subject = useMemo<RuleSubject>(
    () => ({
      productKey,
      price,
      currency,
      retailers: retailersOf(offers),
      hasUsed: hasBoth(offers),
    }),
    [productKey, offers, price, currency],
  );
  const snooze = answer.data?.snoozes[0] ?? null;
  const actions = answer.data && (
    <>
      <SnoozeControl productKey={productKey} until={snooze?.until ?? null} />
      <Button
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={!isPriceKnown}
        onClick={() => setAdding(true)}
      >
        {texts().rules.addRule}
      </Button>
    </>
  );
  return (
    <Section title={texts().app.places.alerts} actions={actions} flush>
      {answer.data ? (
        <>
          <QuickTargetBar {...{ productKey, currency, price, lowest, offers, rules: answer.data.rules }} />
          <Rules rules={answer.data.rules} subject={subject} />
        </>
      ) : answer.error ? (
        <ErrorNote error={answer.error} onRetry={answer.refresh} />
      ) : (
        <Skeleton height={40} />
      )}
      {isAdding && <RuleDialog subject={subject} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Rules({ rules, subject }: { readonly rules: readonly AlertRule[]; readonly subject: RuleSubject }) {
  const own = rules.filter(({ product_key: productKey }) => productKey !== null);
  const common = rules.filter(({ product_key: productKey, is_enabled }) => productKey === null && is_enabled);
  return (
    <>
      {own.length > 0 && (
        <ul aria-label={texts().alerts.rulesOfThis}>
          {own.map((rule) => (
            <RuleItem key={rule.id} rule={rule} subject={subject} />
          ))}
        </ul>
      )}
      <CommonRules common={common} own={own} />
      {own.some(({ is_enabled }) => is_enabled) && subject.productKey !== null && (
        <NotWatched productKey={subject.productKey} />
      )}
    </>
  );
}
