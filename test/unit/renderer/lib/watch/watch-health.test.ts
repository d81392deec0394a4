import { describe, expect, it } from "vitest";
import { healthText, isTrouble } from "../../../../../src/renderer/lib/watch/watch-health.js";
import { watchRow } from "../../support/watch-row.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const health = watchRow().health;

describe("how its checks go", () => {
  it.each([
    ["Checked 2 h ago", {}],
    ["Checking now", { is_running: true }],
    ["Not checked yet", { last_check_at: null, health: { ...health, state: "unchecked" } }],
    ["No shop that sells it can be checked", { health: { ...health, state: "unwatchable" } }],
    [
      "shop.example: 3 failures since 2 h ago: blocked",
      { health: { ...health, state: "blocked", outcome: "blocked", failures: 3, retailer: "shop.example" } },
    ],
    [
      "1 failure, none went well yet: http 503",
      { health: { ...health, state: "failing", outcome: "http 503", failures: 1, last_good_at: null } },
    ],
  ] as const)("%s", (text, change) => expect(healthText(watchRow(change), nowMs)).toBe(text));

  it("is trouble only where something went wrong", () => {
    const states = ["ok", "unchecked", "failing", "blocked", "unwatchable"] as const;
    expect(states.filter((state) => isTrouble(watchRow({ health: { ...health, state } })))).toEqual([
      "failing",
      "blocked",
      "unwatchable",
    ]);
  });
});
