import { expect, it } from "vitest";
import { gradeRank } from "../../../../src/renderer/lib/grade.js";

it("grades are ordered from the best to the worst, and no grade has no place among them", () => {
  const grades = ["F", "B", "A-", "C+", "A+", "A"];
  expect(grades.toSorted((a, b) => (gradeRank(a) ?? 0) - (gradeRank(b) ?? 0))).toEqual([
    "A+",
    "A",
    "A-",
    "B",
    "C+",
    "F",
  ]);
  expect(gradeRank(null)).toBeNull();
});
