import { expect, test, vi } from "vitest";
import { shell } from "../../../../src/shared/texts/en/app.js";

vi.mock("electron", () => ({ Menu: {} }));
const { textMenu } = await import("../../../../src/main/window/window.js");

const none = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
};

function labels(clicked: Parameters<typeof textMenu>[0]) {
  return textMenu(clicked, shell).flatMap(({ label, enabled }) => (label ? [[label, enabled]] : []));
}

test("the context menu of a field enables the commands that are possible", () => {
  expect(
    labels({
      isEditable: true,
      selectionText: "",
      editFlags: { ...none, canPaste: true, canSelectAll: true },
    }),
  ).toEqual([
    ["Undo", false],
    ["Redo", false],
    ["Cut", false],
    ["Copy", false],
    ["Paste", true],
    ["Select All", true],
  ]);
});

test("the context menu of selected text has only Copy, and is empty without a selection", () => {
  const editFlags = { ...none, canCopy: true };
  expect(labels({ isEditable: false, selectionText: "4006381333931", editFlags })).toEqual([["Copy", true]]);
  expect(labels({ isEditable: false, selectionText: "  ", editFlags })).toEqual([]);
});
