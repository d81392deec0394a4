import { describe, expect, it } from "vitest";
import { gridAction } from "../../../../../src/renderer/lib/watch/grid-keys.js";

function press(
  key: string,
  held: { shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; repeat?: boolean } = {},
) {
  return gridAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, repeat: false, ...held }, 5, 20);
}

describe("keys of the list", () => {
  it.each([
    ["ArrowDown", 6],
    ["ArrowUp", 4],
    ["PageDown", 15],
    ["PageUp", 0],
    ["Home", 0],
    ["End", 20],
  ])("%s moves to row %i", (key, to) => expect(press(key)).toEqual({ kind: "move", to, isRange: false }));

  it("stop at both ends", () => {
    const key = { shiftKey: false, ctrlKey: false, metaKey: false, repeat: false };
    expect(gridAction({ ...key, key: "ArrowUp" }, 0, 20)).toMatchObject({ to: 0 });
    expect(gridAction({ ...key, key: "PageDown" }, 18, 20)).toMatchObject({ to: 20 });
  });

  it("choose a range with Shift, and all with Ctrl or Command", () => {
    expect(press("ArrowDown", { shiftKey: true })).toEqual({ kind: "move", to: 6, isRange: true });
    expect(press("a", { ctrlKey: true })).toEqual({ kind: "select-all" });
    expect(press("A", { metaKey: true })).toEqual({ kind: "select-all" });
  });

  it.each([
    ["Enter", "open"],
    ["x", "toggle"],
    [" ", "toggle"],
    ["Delete", "remove"],
    ["Escape", "select-none"],
    ["/", "filter"],
  ])("%s means %s", (key, kind) => expect(press(key)).toEqual({ kind }));

  it("that are held move on, and remove nothing more", () => {
    expect(press("ArrowDown", { repeat: true })).toMatchObject({ kind: "move" });
    expect(press("Delete", { repeat: true })).toBeNull();
  });

  it.each([
    ["q", {}],
    ["Tab", {}],
    ["c", { ctrlKey: true }],
    ["ArrowDown", { ctrlKey: true }],
  ])("%s with %j is left to others", (key, held) => expect(press(key, held)).toBeNull());
});
