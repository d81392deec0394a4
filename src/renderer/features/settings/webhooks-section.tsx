import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import type { ListedWebhook } from "../../../shared/contract/webhook.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { DialogButton } from "../../components/button.js";
import { Tag } from "../../components/tag.js";
import { deliveryProblem } from "../../lib/delivery-problem.js";
import { eventName } from "../../lib/event-sentence.js";
import { formatAge, formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { change, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { ConfirmButton } from "./confirm-button.js";
import { actionButton, Connection, ConnectionsSection, useTest } from "./connections.js";
import { DeliveriesDialog, EditWebhookDialog, NewSecretDialog, NewWebhookDialog } from "./webhook-dialogs.js";

/** Contract, section 8. */
const maxWebhooks = 5;
/** Contract, section 8: this many failures in a row disable a webhook. */
const failuresBeforeDisabling = 50;

/** The webhooks of the owner's programs. The app's own inbox counts as one of the five, but cannot be changed. */
export function WebhooksSection() {
  const list = useAnswer("webhooks.list", {});
  const listener = useAnswer("webhooks.listener", {});
  const own = listener.data?.webhook_id;
  // Until the app's own webhook is known, any of them could be it.
  const webhooks = own === undefined ? undefined : list.data?.webhooks.filter(({ id }) => id !== own);
  const max = own === null ? maxWebhooks : maxWebhooks - 1;
  const isFull = (webhooks?.length ?? 0) >= max;
  const { common, webhooks: said } = texts();
  const actions = (
    <>
      {webhooks && (
        <span className="quiet">{common.outOf(formatCount(webhooks.length), formatCount(max))}</span>
      )}
      <DialogButton
        icon={Plus}
        disabled={!webhooks || isFull}
        title={isFull ? said.full(formatCount(max)) : undefined}
        dialog={(close) => <NewWebhookDialog onClose={close} />}
      >
        {said.add}
      </DialogButton>
    </>
  );
  return (
    <ConnectionsSection
      said={said}
      icon={Webhook}
      actions={actions}
      list={list}
      items={webhooks}
      renderItem={(webhook) => <WebhookItem key={webhook.id} webhook={webhook} />}
    />
  );
}

const changed = ["webhooks.list", "webhooks.deliveries", "webhooks.listener"] as const;

interface WebhookProps {
  readonly webhook: ListedWebhook;
}

function WebhookItem({ webhook }: WebhookProps) {
  const { id, url, is_active } = webhook;
  const [open, setOpen] = useState<"deliveries" | "edit" | "rotate" | null>(null);
  const { isBusy, error: failure, run } = useAct();
  const test = useWebhookTest(id);
  const close = () => setOpen(null);
  const toggle = () => run(() => change("webhooks.update", { id, is_active: !is_active }, ...changed));
  const remove = () => run(() => change("webhooks.delete", { id }, ...changed));
  const { actions, webhooks } = texts();
  const button = (text: ActionText, run: () => void) => actionButton(url, text, run, isBusy);
  return (
    <Connection
      data-testid={`webhook-${id}`}
      top={
        <>
          <code className="connection-url shrinks breaks">{url}</code>
          <WebhookState webhook={webhook} />
        </>
      }
      actions={
        <>
          {button(actions.test, test.run)}
          {button(actions.deliveries, () => setOpen("deliveries"))}
          {button(actions.edit, () => setOpen("edit"))}
          {button(actions.rotate, () => setOpen("rotate"))}
          {button(is_active ? actions.disable : actions.enable, () => void toggle())}
          <ConfirmButton
            action={actions.delete}
            name={url}
            disabled={isBusy}
            title={webhooks.deleteTitle}
            message={webhooks.deleteAbout(url)}
            confirm={webhooks.delete}
            onConfirm={remove}
          />
          {open === "deliveries" && <DeliveriesDialog webhook={webhook} onClose={close} />}
          {open === "edit" && <EditWebhookDialog webhook={webhook} onClose={close} />}
          {open === "rotate" && <NewSecretDialog webhook={webhook} onClose={close} />}
        </>
      }
      test={test.line}
      failure={failure}
    >
      <WebhookFacts webhook={webhook} />
    </Connection>
  );
}

function useWebhookTest(id: string) {
  const { deliveries } = texts();
  return useTest({
    running: deliveries.sendingTest,
    send: () => callOnce("webhooks.test", { id }),
    changed: "webhooks.deliveries",
    toResult: ({ test_result: { delivered: isGood, response_code, error } }) => {
      if (isGood) return { isGood, text: deliveries.testDelivered(String(response_code)) };
      const status = response_code === null ? null : deliveries.itAnswered(String(response_code));
      return {
        isGood,
        text: [deliveries.testFailed, status, deliveryProblem(error)].filter(Boolean).join(" "),
      };
    },
  });
}

function WebhookState({ webhook }: WebhookProps) {
  const { keys, services } = texts();
  if (webhook.is_active) return <Tag tone="good">{keys.active}</Tag>;
  return <Tag tone={isAutoDisabled(webhook) ? "bad" : "warn"}>{services.states.disabled}</Tag>;
}

function WebhookFacts({ webhook }: WebhookProps) {
  const nowMs = useNow();
  const { events, last_triggered_at } = webhook;
  const { webhooks } = texts();
  const last =
    last_triggered_at === null
      ? webhooks.noEventYet
      : webhooks.lastEvent(formatAge(last_triggered_at, nowMs));
  const failures = failureText(webhook);
  return (
    <div className="quiet">
      <p>
        {events.map(eventName).join(", ")} · {last}
      </p>
      {failures && <p className="warn">{failures}</p>}
    </div>
  );
}

type Counters = Pick<ListedWebhook, "is_active" | "failure_count" | "consecutive_failures">;

export function isAutoDisabled({ is_active, consecutive_failures }: Counters): boolean {
  return !is_active && consecutive_failures >= failuresBeforeDisabling;
}

/** The number of failed deliveries and their consequence; null without failures. */
export function failureText(webhook: Counters): string | null {
  const { failure_count, consecutive_failures } = webhook;
  if (failure_count === 0) return null;
  const { webhooks } = texts();
  const inRow = formatPlural("event", consecutive_failures);
  if (isAutoDisabled(webhook)) return webhooks.switchedOff(consecutive_failures, inRow);
  if (consecutive_failures === 0)
    return webhooks.failedBefore(failure_count, formatPlural("event", failure_count));
  const max = formatCount(failuresBeforeDisabling);
  return webhooks.failing(consecutive_failures, inRow, formatCount(failure_count), max);
}
