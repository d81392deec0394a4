import { TriangleAlert } from "lucide-react";
import { Button } from "../../components/button.js";
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
      <ListenerNote />
      {tab === "inbox" ? <Inbox /> : <RulesTab />}
    </div>
  );
}

/** Explains an inbox that stays empty because events cannot reach it. */
function ListenerNote() {
  const problem = useAnswer("webhooks.listener", {}).data?.problem;
  if (!problem) return null;
  return (
    <div className="listener-note" role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <p>{problem}</p>
      <Button variant="quiet" onClick={() => go({ view: "settings", section: "programs" })}>
        {texts().common.openSettings}
      </Button>
    </div>
  );
}
