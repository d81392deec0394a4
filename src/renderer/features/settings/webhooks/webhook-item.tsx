import { useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Tag } from "../../../components/tag.js";
import { eventName } from "../../../lib/event-names.js";
import { formatAge } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { TestResult, type WebhookTest } from "./test-result.js";
import { WebhookActions } from "./webhook-actions.js";
import { failureText, isAutoDisabled } from "./webhook-text.js";

interface WebhookItemProps {
  readonly webhook: ListedWebhook;
}

export function WebhookItem({ webhook }: WebhookItemProps) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const [result, setResult] = useState<WebhookTest | null>(null);
  const test = async () => {
    setResult("sending");
    setResult(await callOnce("webhooks.test", { id: webhook.id }));
    expireAnswers("webhooks.deliveries");
  };
  return (
    <li className="webhook" data-testid={`webhook-${webhook.id}`}>
      <div className="webhook-top">
        <code className="webhook-url">{webhook.url}</code>
        <State webhook={webhook} />
      </div>
      <Facts webhook={webhook} />
      <WebhookActions webhook={webhook} onFailure={setFailure} onTest={() => void test()} />
      {result && <TestResult test={result} />}
      {failure && <ErrorNote error={failure} />}
    </li>
  );
}

function State({ webhook }: { readonly webhook: ListedWebhook }) {
  const { webhooks } = texts();
  if (webhook.is_active) return <Tag tone="good">{webhooks.active}</Tag>;
  return <Tag tone={isAutoDisabled(webhook) ? "bad" : "warn"}>{webhooks.disabled}</Tag>;
}

function Facts({ webhook }: WebhookItemProps) {
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
