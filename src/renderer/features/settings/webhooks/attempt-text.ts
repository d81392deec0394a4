import type { Delivery } from "../../../../shared/app/alerts.js";
import { formatCount, formatDateTime, formatDuration } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

/** `Attempt 2, Mar 4, 2026, 3:04 PM: HTTP 503 after 85 ms`. */
export function attemptText(attempt: Delivery["attempts"][number]): string {
  const { response_code, error, duration_ms } = attempt;
  const { deliveries } = texts();
  const answer = response_code === null ? deliveries.noAnswer : `HTTP ${response_code}`;
  const told = deliveries.attempt(
    formatCount(attempt.attempt),
    formatDateTime(attempt.started_at),
    answer,
    formatDuration(duration_ms),
  );
  return error ? `${told} (${error})` : told;
}
