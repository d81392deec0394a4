import { Plus, TriangleAlert } from "lucide-react";
import type { AlertRule, ProductSnooze } from "../../../shared/app/rules.js";
import { groupBy } from "../../../shared/arrays.js";
import type { OperationResult } from "../../../shared/calls.js";
import { Button, DialogButton } from "../../components/button.js";
import { anyProduct, RuleDialog } from "../../components/rules/rule-dialog.js";
import { RuleItem } from "../../components/rules/rule-item.js";
import { Section } from "../../components/section.js";
import { Segmented } from "../../components/segmented.js";
import { Answered } from "../../components/states.js";
import { formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { snooze } from "../../stores/rules.js";
import { Inbox, InboxActions } from "./inbox.js";
import "./alerts-view.css";

const tabs = ["inbox", "rules"] as const;
type Tab = (typeof tabs)[number];

/** The alerts of watched products, and the rules that trigger them. */
export function AlertsView({ tab }: { readonly tab: Tab }) {
  return (
    <div className="page">
      <header className="page-header alerts-header">
        <h1>{texts().app.places.alerts}</h1>
        <Segmented
          label={texts().alerts.show}
          segments={tabs.map((value) => ({ value, label: texts().alerts.tabs[value] }))}
          value={tab}
          onChange={(chosen) =>
            go(chosen === "rules" ? { view: "alerts", tab: "rules" } : { view: "alerts" })
          }
        />
        {tab === "inbox" && <InboxActions />}
      </header>
      <ProblemNote />
      {tab === "inbox" ? <Inbox /> : <RulesTab />}
    </div>
  );
}

/** Rules that could not be evaluated: their products may lack alerts. */
function ProblemNote() {
  const problems = useAnswer("alerts.problems", {}).data?.problems ?? [];
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <div className="listener-note line tone-warn" role="alert">
      <TriangleAlert size={16} className="fixed" />
      <p className="grow">{texts().alerts.setAside(first.title, first.error, problems.length - 1)}</p>
    </div>
  );
}

function RulesTab() {
  return (
    <Answered answer={useAnswer("rules.list", {})} height={120}>
      {(listed) => <AllRules {...listed} />}
    </Answered>
  );
}

/** All rules: those for all products first, then by product. */
function AllRules({ rules, snoozes }: OperationResult<"rules.list">) {
  const products = groupBy(
    rules.filter(({ product_key: productKey }) => productKey !== null),
    ({ product_key: productKey }) => productKey ?? "",
  );
  return (
    <>
      <RulesForAll rules={rules.filter(({ product_key: productKey }) => productKey === null)} />
      {products.size > 0 && (
        <Section title={texts().alerts.rulesOfProducts} flush>
          {[...products].map(([productKey, own]) => (
            <RulesOfProduct key={productKey} productKey={productKey} rules={own} />
          ))}
        </Section>
      )}
      {snoozes.length > 0 && <Snoozes snoozes={snoozes} />}
    </>
  );
}

function RulesForAll({ rules }: { readonly rules: readonly AlertRule[] }) {
  const { alerts } = texts();
  const add = (
    <DialogButton icon={Plus} dialog={(close) => <RuleDialog subject={anyProduct} onClose={close} />}>
      {texts().rules.addRule}
    </DialogButton>
  );
  return (
    <Section title={alerts.rulesForAll} actions={add} flush>
      <p className="section-about quiet">{alerts.rulesForAllAbout}</p>
      {rules.length === 0 ? (
        <p className="rules-none">{alerts.rulesForAllNone}</p>
      ) : (
        <ul aria-label={alerts.rulesForAllList}>
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} subject={anyProduct} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface RulesOfProductProps {
  readonly productKey: string;
  readonly rules: readonly AlertRule[];
}

function RulesOfProduct({ productKey, rules }: RulesOfProductProps) {
  const title = rules[0]?.title ?? productKey;
  return (
    <div className="rules-of stack gap-0 tops ruled">
      <Button
        variant="text"
        className="rules-product from-start"
        onClick={() => go({ view: "product", productKey })}
      >
        {title}
      </Button>
      <ul aria-label={texts().alerts.rulesFor(title)}>
        {rules.map((rule) => (
          <RuleItem key={rule.id} rule={rule} subject={{ ...anyProduct, productKey }} />
        ))}
      </ul>
    </div>
  );
}

function Snoozes({ snoozes }: { readonly snoozes: readonly ProductSnooze[] }) {
  const { snoozing } = texts();
  return (
    <Section title={snoozing.title} flush>
      <ul aria-label={snoozing.products}>
        {snoozes.map(({ product_key: productKey, title, until }) => (
          <li key={productKey} className="rule line gap-1">
            <span className="grow breaks">
              {title} <span className="quiet">{snoozing.until(formatDateTime(until))}</span>
            </span>
            <Button variant="quiet" onClick={() => void snooze(productKey, null)}>
              {snoozing.end}
              <span className="visually-hidden"> {snoozing.ofProduct(title)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
