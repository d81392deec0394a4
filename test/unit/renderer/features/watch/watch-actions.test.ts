import { expect, it } from "vitest";
import { rowMenu } from "../../../../../src/renderer/features/watch/watch-actions.js";
import { installFakeBridge } from "../../../../support/fake-bridge.js";
import { createWatchRow } from "../../../../support/watch-row.js";

it("the menu of a row sets a target where a price is known", () => {
  installFakeBridge();
  const opened: string[] = [];
  const targetOf = (row: ReturnType<typeof createWatchRow>) =>
    rowMenu(row, (dialog) => opened.push(dialog))
      .flat()
      .find(({ label }) => label === "Target…");
  targetOf(createWatchRow())?.run();
  expect(opened).toEqual(["target"]);
  expect(targetOf(createWatchRow({ best: null }))).toBeUndefined();
});
