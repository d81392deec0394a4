import { expect, it } from "vitest";
import { formatTable } from "../../../../src/main/engine/cli/output.js";

it("a table aligns its columns and replaces control characters", () => {
  const rows = [
    ["title", "price"],
    ["Trail\u001b[2J\nLantern", "49.99 USD"],
    ["", "5.00 USD"],
  ];
  expect(formatTable(rows).split("\n")).toEqual([
    "title              price",
    "Trail [2J Lantern  49.99 USD",
    "                   5.00 USD",
  ]);
});
