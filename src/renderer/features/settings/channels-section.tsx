import { BellRing, Plus } from "lucide-react";
import { useState } from "react";
import type { ChannelDelivery, ChannelSummary } from "../../../shared/app/channels.js";
import { parseCollection } from "../../../shared/collection.js";
import { DialogButton } from "../../components/button.js";
import { Tag } from "../../components/tag.js";
import { deliveryProblem } from "../../lib/delivery-problem.js";
import { formatAge, formatPlural, formatUntil, formatWeekday } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { change, useAnswer } from "../../stores/answers.js";
import { ChannelDialog, hourText, useChannelTest } from "./channel-dialog.js";
import { ConfirmButton } from "./confirm-button.js";
import { actionButton, Connection, ConnectionsSection } from "./connections.js";

const stateTones = { waiting: "plain", delivered: "good", failed: "bad", unconfirmed: "warn" } as const;

/** Services to which alerts are sent. */
export function ChannelsSection() {
  const list = useAnswer("channels.list", {});
  const channels = list.data?.channels;
  const { channels: said } = texts();
  return (
    <ConnectionsSection
      said={said}
      icon={BellRing}
      actions={
        <DialogButton icon={Plus} disabled={!channels} dialog={(close) => <ChannelDialog onClose={close} />}>
          {said.add}
        </DialogButton>
      }
      list={list}
      items={channels}
      renderItem={(channel) => <ChannelItem key={channel.id} channel={channel} />}
    />
  );
}

interface ChannelProps {
  readonly channel: ChannelSummary;
}

function ChannelItem({ channel }: ChannelProps) {
  const { id, name } = channel;
  const [isEditing, setEditing] = useState(false);
  const { error: failure, run } = useAct();
  const test = useChannelTest({ id });
  const edit = () => {
    test.clear();
    setEditing(true);
  };
  const remove = () => run(() => change("channels.remove", { id }, "channels.list", "rules.list"));
  const { actions, channels } = texts();
  return (
    <Connection
      top={
        <>
          <h3>{name}</h3>
          <ChannelState channel={channel} />
        </>
      }
      actions={
        <>
          {actionButton(name, actions.test, test.run)}
          {actionButton(name, actions.edit, edit)}
          <ConfirmButton
            action={actions.remove}
            name={name}
            title={channels.removeTitle(name)}
            message={channels.removeAbout}
            confirm={channels.remove}
            onConfirm={remove}
          />
          {isEditing && <ChannelDialog channel={channel} onClose={() => setEditing(false)} />}
        </>
      }
      test={test.line}
      failure={failure}
    >
      <ChannelFacts channel={channel} />
    </Connection>
  );
}

function ChannelState({ channel: { waiting, last_delivery } }: ChannelProps) {
  const status = waiting > 0 ? "waiting" : last_delivery?.status;
  if (status === undefined) return null;
  return <Tag tone={stateTones[status]}>{texts().channels.states[status]}</Tag>;
}

function ChannelFacts({ channel }: ChannelProps) {
  const nowMs = useNow();
  const { kind, name, description, collect, quiet_hours, last_delivery, problem } = channel;
  const { channels } = texts();
  const last =
    last_delivery === null
      ? channels.noAlertYet
      : channels.lastAlert(formatAge(last_delivery.ended_at ?? last_delivery.created_at, nowMs));
  const facts = [
    channels.kinds[kind],
    name === description ? "" : description,
    collectText(collect),
    quiet_hours === null ? "" : channels.quiet(quiet_hours.from, quiet_hours.to),
    last,
  ];
  return (
    <div className="breaks quiet">
      <p>{facts.filter(Boolean).join(" · ")}</p>
      <WaitingAlerts channel={channel} />
      {last_delivery?.error && <ErrorLine {...last_delivery} />}
      {problem && <p className="warn">{texts().refusals.channelSealed}</p>}
    </div>
  );
}

function collectText(collect: string): string {
  const { every, weekday, hour } = parseCollection(collect);
  const { channels } = texts();
  if (every === "weekly") return channels.weeklyAt(formatWeekday(weekday), hourText(hour));
  if (every === "daily") return channels.dailyAt(hourText(hour));
  return every === "hourly" ? channels.hourly : "";
}

/** Alerts that are still to be sent, with the error of the last attempt. */
function WaitingAlerts({ channel: { waiting, next_attempt: next } }: ChannelProps) {
  const nowMs = useNow();
  if (next === null) return null;
  const { channels, deliveries } = texts();
  const until = formatUntil(next.at, nowMs);
  const due = next.error === null ? channels.sends(until) : deliveries.nextAttempt(until);
  return (
    <>
      <p>{[channels.waiting(formatPlural("alert", waiting)), due].join(" · ")}</p>
      {next.error && <ErrorLine status="waiting" {...next} />}
    </>
  );
}

function ErrorLine({ status, error, action }: Pick<ChannelDelivery, "status" | "error" | "action">) {
  return <p className="warn">{texts().channels.problem(status, deliveryProblem(error, action))}</p>;
}
