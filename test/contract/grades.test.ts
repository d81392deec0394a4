import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadSample } from "../../src/main/engine/operations/catalogue/sample.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([]);
const letters = ["A", "B", "C", "D", "F"];

describe("price grades", () => {
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
