import { describe, expect, it } from "vitest";
import { cachedText, limitsText } from "../../../../../src/renderer/features/settings/services-section.js";
import type { UpstreamSummary } from "../../../../../src/shared/app/upstreams.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

const upstream: UpstreamSummary = {
  id: "1",
  name: "Workshop",
  base_url: "https://service.example/v1",
  state: "ready",
  note: null,
  credits_remaining: 4_912,
  credits_limit: 5_000,
  period_end: "2026-07-14",
  rate: { limit: 1_000, remaining: 988, reset_at: "2026-06-15T12:30:00.000Z" },
  last_contact_at: "2026-06-15T11:58:00.000Z",
  added_at: "2026-06-01T00:00:00.000Z",
  cached: { products: 1, offers: 6 },
};

describe("the text on a service's limits", () => {
  it("names the credits' period and the hour's requests", () => {
    expect(limitsText(upstream, nowMs)).toBe(
      "4,912 of 5,000 credits left until Jul 14, 2026 · 988 of 1,000 requests left this hour",
    );
  });

  it("counts the requests afresh once the hour has passed", () => {
    expect(limitsText(upstream, nowMs + 1_800_000)).toContain("1,000 of 1,000 requests left");
  });

  it("omits limits that the service does not report", () => {
    const silent = { ...upstream, credits_remaining: null, rate: null };
    expect(limitsText(silent, nowMs)).toBeNull();
    expect(
      limitsText({ ...silent, credits_remaining: 3, credits_limit: null, period_end: null }, nowMs),
    ).toBe("3 credits left");
  });
});

it("names the last response and the cached products and offers", () => {
  expect(cachedText(upstream, nowMs)).toBe(
    "Last answer 2 min ago · 1 product and 6 offers from it are saved here",
  );
  const silent = { ...upstream, last_contact_at: null, cached: { products: 0, offers: 0 } };
  expect(cachedText(silent, nowMs)).toBe("It has not answered yet · nothing from it is saved yet");
});
