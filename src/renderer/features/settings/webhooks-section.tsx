import { CircleCheck, LoaderCircle, Plus, TriangleAlert, Webhook } from "lucide-react";
import { useState } from "react";
import type { CallError, CallResult } from "../../../shared/calls.js";
import type { ListedWebhook } from "../../../shared/contract/webhook.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { Tag } from "../../components/tag.js";
import { eventName } from "../../lib/event-names.js";
import { explainError } from "../../lib/explain-error.js";
import { formatAge, formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { DeliveriesDialog, EditWebhookDialog, NewSecretDialog, NewWebhookDialog } from "./webhook-dialogs.js";
import "./programs.css";

/** Contract, section 8. */
const maxWebhooks = 5;
/** Contract, section 8: this many failures in a row disable a webhook. */
const failuresBeforeDisabling = 50;

/** The webhooks of the owner's programs. The app's own inbox counts as one of the five, but cannot be changed. */
export function WebhooksSection() {
  const list = useAnswer("webhooks.list", {});
  const listener = useAnswer("webhooks.listener", {});
  const [isAdding, setAdding] = useState(false);
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
      <Button
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={!webhooks || isFull}
        title={isFull ? said.full(formatCount(max)) : undefined}
        onClick={() => setAdding(true)}
      >
        {said.add}
      </Button>
    </>
  );
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="webhooks-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {webhooks ? <WebhookList webhooks={webhooks} /> : !list.error && <Skeleton height={96} />}
      {isAdding && (
        <NewWebhookDialog
          onClose={() => {
            setAdding(false);
            expireAnswers("webhooks.list");
          }}
        />
      )}
    </Section>
  );
}

function WebhookList({ webhooks }: { readonly webhooks: readonly ListedWebhook[] }) {
  const { webhooks: said } = texts();
  return (
    <>
      {webhooks.length === 0 && (
        <EmptyState icon={<Webhook size={20} />} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      <ul className="webhooks" aria-label={said.title}>
        {webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </>
  );
}

interface WebhookProps {
  readonly webhook: ListedWebhook;
}

type WebhookTest = CallResult<"webhooks.test"> | "sending";

function WebhookItem({ webhook }: WebhookProps) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const [test, setTest] = useState<WebhookTest | null>(null);
  const runTest = async () => {
    setTest("sending");
    setTest(await callOnce("webhooks.test", { id: webhook.id }));
    expireAnswers("webhooks.deliveries");
  };
  return (
    <li className="webhook" data-testid={`webhook-${webhook.id}`}>
      <div className="webhook-top">
        <code className="webhook-url">{webhook.url}</code>
        <WebhookState webhook={webhook} />
      </div>
      <WebhookFacts webhook={webhook} />
      <WebhookActions webhook={webhook} onFailure={setFailure} onTest={() => void runTest()} />
      {test && <WebhookTestResult test={test} />}
      {failure && <ErrorNote error={failure} />}
    </li>
  );
}

function WebhookState({ webhook }: WebhookProps) {
  const { webhooks } = texts();
  if (webhook.is_active) return <Tag tone="good">{webhooks.active}</Tag>;
  return <Tag tone={isAutoDisabled(webhook) ? "bad" : "warn"}>{webhooks.disabled}</Tag>;
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
    <div className="webhook-facts quiet">
      <p>
        {events.map(eventName).join(", ")} · {last}
      </p>
      {failures && <p className="webhook-trouble">{failures}</p>}
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

interface WebhookActionsProps extends WebhookProps {
  readonly onFailure: (error: CallError | null) => void;
  readonly onTest: () => void;
}

function WebhookActions({ webhook, onFailure, onTest }: WebhookActionsProps) {
  const [open, setOpen] = useState<"deliveries" | "edit" | "rotate" | "delete" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, url, is_active } = webhook;
  const close = () => setOpen(null);
  const toggle = async () => {
    setBusy(true);
    const result = await callOnce("webhooks.update", { id, is_active: !is_active });
    setBusy(false);
    onFailure(result.ok ? null : result.error);
    expireAnswers("webhooks.list", "webhooks.deliveries", "webhooks.listener");
  };
  const remove = async () => {
    const result = await callOnce("webhooks.delete", { id });
    onFailure(result.ok ? null : result.error);
    expireAnswers("webhooks.list", "webhooks.listener");
  };
  const { actions, webhooks } = texts();
  const button = ({ label, of }: ActionText, run: () => void) => (
    <Button variant="quiet" aria-label={of(url)} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="webhook-actions">
      {button(actions.test, onTest)}
      {button(actions.deliveries, () => setOpen("deliveries"))}
      {button(actions.edit, () => setOpen("edit"))}
      {button(actions.rotate, () => setOpen("rotate"))}
      {button(is_active ? actions.disable : actions.enable, () => void toggle())}
      {button(actions.delete, () => setOpen("delete"))}
      {open === "deliveries" && <DeliveriesDialog webhook={webhook} onClose={close} />}
      {open === "edit" && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === "rotate" && <NewSecretDialog webhook={webhook} onClose={close} />}
      {open === "delete" && (
        <ConfirmDialog
          title={webhooks.deleteTitle}
          message={webhooks.deleteAbout(url)}
          confirm={webhooks.delete}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </div>
  );
}

function WebhookTestResult({ test }: { readonly test: WebhookTest }) {
  const { deliveries } = texts();
  return (
    <p className="webhook-test" role="status">
      {test === "sending" ? (
        <>
          <LoaderCircle size={14} className="spin" aria-hidden="true" /> {deliveries.sendingTest}
        </>
      ) : test.ok && test.data.test_result.delivered ? (
        <span className="webhook-test-good">
          <CircleCheck size={14} aria-hidden="true" />{" "}
          {deliveries.testDelivered(String(test.data.test_result.response_code))}
        </span>
      ) : (
        <span className="webhook-test-bad">
          <TriangleAlert size={14} aria-hidden="true" /> {testFailureText(test)}
        </span>
      )}
    </p>
  );
}

function testFailureText(result: CallResult<"webhooks.test">): string {
  if (!result.ok) {
    const { title, advice } = explainError(result.error);
    return `${title} ${advice}`;
  }
  const { response_code, error } = result.data.test_result;
  const { deliveries } = texts();
  const status = response_code === null ? null : deliveries.itAnswered(String(response_code));
  return [deliveries.testFailed, status, error].filter(Boolean).join(" ");
}
