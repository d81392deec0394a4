import { expect, it } from "vitest";
import { expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([], { sample: true });
const letters = ["A", "B", "C", "D", "F"];

it("justifies each grade in one sentence with figures [decision 22]", async () => {
  const { deals } = expectOk(await engine().get("/deals?limit=100")).body;
  expect(deals.length).toBeGreaterThan(20);
  for (const { grade } of deals) {
    expect(letters).toContain(grade.letter);
    expect(["", "+", "-"]).toContain(grade.suffix);
    expect(grade.justification).toMatch(/\d/);
    expect(grade.justification.match(/[.!?](?:\s|$)/g)).toHaveLength(1);
  }
});
