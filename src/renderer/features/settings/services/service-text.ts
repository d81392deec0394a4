import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import { formatAge, formatCalendarDay, formatCount, formatPlural } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

type Tone = "good" | "warn" | "bad" | "plain";

/** The colour of a state. */
export const stateTones: Readonly<Record<UpstreamSummary["state"], Tone>> = {
  ready: "good",
  failing: "warn",
  paused: "warn",
  disabled: "plain",
  refused: "bad",
};

function creditsText({ credits_remaining, credits_limit, period_end }: UpstreamSummary): string | null {
  if (credits_remaining === null) return null;
  const { services } = texts();
  const shown = formatCount(credits_remaining);
  const left =
    credits_limit === null
      ? services.creditsLeft(shown)
      : services.creditsLeftOf(shown, formatCount(credits_limit));
  return period_end === null ? left : services.until(left, formatCalendarDay(period_end));
}

/** The rolling hour has passed, so the reported usage is outdated. */
function rateText({ rate }: UpstreamSummary, nowMs: number): string | null {
  if (rate === null) return null;
  const isOver = rate.reset_at !== null && Date.parse(rate.reset_at) <= nowMs;
  const left = isOver ? rate.limit : rate.remaining;
  return texts().services.requestsLeft(formatCount(left), formatCount(rate.limit));
}

/** The remaining allowance of the service's account as last reported; null if it never reported any. */
export function limitsText(service: UpstreamSummary, nowMs: number): string | null {
  const parts = [creditsText(service), rateText(service, nowMs)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** The data saved from the service, and its last answer. */
export function cachedText({ cached, last_contact_at }: UpstreamSummary, nowMs: number): string {
  const { services } = texts();
  const contact =
    last_contact_at === null ? services.noAnswerYet : services.lastAnswer(formatAge(last_contact_at, nowMs));
  const kept =
    cached.products === 0
      ? services.nothingKept
      : services.kept(formatPlural("product", cached.products), formatPlural("offer", cached.offers));
  return `${contact} · ${kept}`;
}
