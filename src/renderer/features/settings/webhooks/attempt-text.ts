import type { Delivery } from "../../../../shared/app/alerts.js";
import { formatDateTime, formatDuration } from "../../../lib/format.js";

/** `Attempt 2, Mar 4, 2026, 3:04 PM: HTTP 503 after 85 ms`. */
export function attemptText(attempt: Delivery["attempts"][number]): string {
  const { response_code, error, duration_ms } = attempt;
  const answer = response_code === null ? "no answer" : `HTTP ${response_code}`;
  const reason = error ? ` (${error})` : "";
  return `Attempt ${attempt.attempt}, ${formatDateTime(attempt.started_at)}: ${answer} after ${formatDuration(duration_ms)}${reason}`;
}
