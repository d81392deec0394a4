import { Pencil, X } from "lucide-react";
import { useState } from "react";
import type { AlertRule } from "../../../shared/app/rules.js";
import { classNames } from "../../lib/class-names.js";
import { triggerText } from "../../lib/rule-kinds.js";
import { channelsText, filterText, ruleText } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { removeRule, switchRule } from "../../stores/rules.js";
import { IconButton } from "../button.js";
import { SwitchBox } from "../switch.js";
import { RuleDialog, type RuleSubject } from "./rule-dialog.js";
import "./rules.css";

/** One rule in words, with actions to switch, edit and remove it. */
export function RuleItem({ rule, subject }: { readonly rule: AlertRule; readonly subject: RuleSubject }) {
  const [isEditing, setEditing] = useState(false);
  const { rules } = texts();
  const words = ruleText(rule);
  const filter = filterText(rule);
  const sentTo = channelsText(rule, useAnswer("channels.list", {}).data?.channels ?? []);
  return (
    <li className="rule line gap-1">
      <SwitchBox
        isOn={rule.is_enabled}
        onChange={(isOn) => void switchRule(rule, isOn)}
        aria-label={words}
        title={rule.is_enabled ? rules.switchOff : rules.switchOn}
      />
      <span className={classNames("grow breaks", !rule.is_enabled && "quiet")}>
        {triggerText(rule.trigger)}
        {filter && <span className="quiet"> {filter}</span>}
        {sentTo && <span className="quiet"> · {sentTo}</span>}
        {!rule.is_enabled && <span className="quiet"> · {rules.off}</span>}
      </span>
      <IconButton label={rules.edit(words)} onClick={() => setEditing(true)} icon={Pencil} />
      <IconButton
        label={rules.remove(words)}
        onClick={({ currentTarget }) => {
          moveFocusFrom(currentTarget);
          void removeRule(rule);
        }}
        icon={X}
      />
      {isEditing && <RuleDialog subject={subject} rule={rule} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** Moves the focus before a rule is removed: to its neighbour, or to the button that adds one. */
function moveFocusFrom(inside: Element): void {
  const item = inside.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling ?? item?.closest("section");
  neighbour?.querySelector<HTMLElement>("button:not(li > [role=switch])")?.focus();
}
