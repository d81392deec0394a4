import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { gradePrice } from "../../src/main/engine/domain/grading.js";
import { loadSample } from "../../src/main/engine/operations/catalogue/sample.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([]);
const letters = ["A", "B", "C", "D", "F"];

const gradeAt = (priceMinor: number, daysOfHistory = 400) =>
  gradePrice({ priceMinor, median30: 10_000, median365: 10_000, lowest: 6_000, daysOfHistory });

describe("price grades", () => {
  it("lowers the grade as the price rises against its medians and its low [decision 22]", () => {
    const values = [5_000, 6_000, 7_500, 9_000, 10_000, 11_000, 14_000].map((price) => gradeAt(price).value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(gradeAt(6_000).letter).toBe("A");
    expect(gradeAt(10_000).letter).toBe("C");
    expect(gradeAt(14_000).letter).toBe("F");
  });

  it("lowers the grade by one letter with less than 14 days of history [decision 22]", () => {
    for (const price of [6_000, 8_500, 9_500, 14_000]) {
      const full = letters.indexOf(gradeAt(price, 14).letter);
      const thin = letters.indexOf(gradeAt(price, 13).letter);
      expect(thin).toBe(Math.min(full + 1, letters.length - 1));
    }
  });

  it("justifies each grade in one sentence with figures [decision 22]", async () => {
    const { db, clock } = engine();
    loadSample({ db, clock, randomBytes, log: silentLog });
    const { deals } = expectOk(await engine().get("/deals?limit=100")).body;
    expect(deals.length).toBeGreaterThan(20);
    for (const { grade } of deals) {
      expect(letters).toContain(grade.letter);
      expect(["", "+", "-"]).toContain(grade.suffix);
      expect(grade.justification).toMatch(/\d/);
      expect(grade.justification.match(/[.!?](?:\s|$)/g)).toHaveLength(1);
    }
  });
});
