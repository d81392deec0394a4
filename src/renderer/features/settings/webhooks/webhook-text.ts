import type { ListedWebhook } from "../../../../shared/contract/webhook.js";
import { formatPlural } from "../../../lib/format.js";

/** Contract, section 8: so many failures in a row switch a webhook off. */
const failuresBeforeDisabling = 50;

type Counters = Pick<ListedWebhook, "is_active" | "failure_count" | "consecutive_failures">;

export function isAutoDisabled({ is_active, consecutive_failures }: Counters): boolean {
  return !is_active && consecutive_failures >= failuresBeforeDisabling;
}

/** How often events could not be delivered, and what that leads to; null where they always could. */
export function failureText(webhook: Counters): string | null {
  const { failure_count, consecutive_failures } = webhook;
  if (failure_count === 0) return null;
  if (isAutoDisabled(webhook))
    return `Switched off after ${formatPlural("event", consecutive_failures)} in a row could not be delivered. Test it, then enable it again.`;
  if (consecutive_failures === 0)
    return `${formatPlural("event", failure_count)} could not be delivered in the past.`;
  return `${formatPlural("event", consecutive_failures)} in a row could not be delivered (${failure_count} in all); at ${failuresBeforeDisabling} it is switched off.`;
}
