import { TriangleAlert } from "lucide-react";
import { Segmented } from "../../components/segmented.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { Inbox, InboxActions } from "./inbox.js";
import { RulesTab } from "./rules-tab.js";
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
  const said = texts().alerts;
  return (
    <div className="listener-note line tone-warn" role="alert">
      <TriangleAlert size={16} className="fixed" />
      <p className="grow">{said.setAside(first.title, first.error, problems.length - 1)}</p>
    </div>
  );
}
