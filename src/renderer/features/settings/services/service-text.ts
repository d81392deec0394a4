import type { ServiceSummary } from "../../../../shared/app/services.js";
import { formatAge, formatCalendarDay, formatCount, formatPlural } from "../../../lib/format.js";

type Tone = "good" | "warn" | "bad" | "plain";

/** The state in a word, with its colour. */
export const stateTags: Readonly<Record<ServiceSummary["state"], { label: string; tone: Tone }>> = {
  ready: { label: "Connected", tone: "good" },
  failing: { label: "Trouble", tone: "warn" },
  paused: { label: "Paused", tone: "warn" },
  disabled: { label: "Disabled", tone: "plain" },
  refused: { label: "Key refused", tone: "bad" },
};

function creditsText({ credits_remaining, credits_limit, period_end }: ServiceSummary): string | null {
  if (credits_remaining === null) return null;
  const of = credits_limit === null ? "" : ` of ${formatCount(credits_limit)}`;
  const until = period_end === null ? "" : ` until ${formatCalendarDay(period_end)}`;
  return `${formatCount(credits_remaining)}${of} credits left${until}`;
}

/** Requests age out of the rolling hour; once all have, what was told last is not so any more. */
function rateText({ rate }: ServiceSummary, nowMs: number): string | null {
  if (rate === null) return null;
  const isOver = rate.reset_at !== null && Date.parse(rate.reset_at) <= nowMs;
  return `${formatCount(isOver ? rate.limit : rate.remaining)} of ${formatCount(rate.limit)} requests left this hour`;
}

/** What the service's account may still do, as it told last; null where it has told nothing. */
export function limitsText(service: ServiceSummary, nowMs: number): string | null {
  const parts = [creditsText(service), rateText(service, nowMs)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What is kept of it, and when it last answered. */
export function cachedText({ cached, last_contact_at }: ServiceSummary, nowMs: number): string {
  const contact =
    last_contact_at === null ? "It has not answered yet" : `Last answer ${formatAge(last_contact_at, nowMs)}`;
  const kept =
    cached.products === 0
      ? "nothing of it is kept yet"
      : `${formatPlural("product", cached.products)} and ${formatPlural("offer", cached.offers)} of it are kept here`;
  return `${contact} · ${kept}`;
}
