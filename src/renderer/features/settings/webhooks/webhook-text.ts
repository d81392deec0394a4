import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { formatCount, formatPlural } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** Contract, section 8: this many failures in a row disable a webhook. */
const failuresBeforeDisabling = 50;

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
  const most = formatCount(failuresBeforeDisabling);
  return webhooks.failing(consecutive_failures, inRow, formatCount(failure_count), most);
}
