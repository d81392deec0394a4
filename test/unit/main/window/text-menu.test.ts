import { expect, test, vi } from "vitest";
import { shell } from "../../../../src/shared/texts/en/shell.js";

vi.mock("electron", () => ({ Menu: {} }));
const { textMenu } = await import("../../../../src/main/window/text-menu.js");

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

test("a field offers what can be done with its text now", () => {
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

test("chosen words elsewhere can be copied, and nothing else has a menu of the system's", () => {
  const editFlags = { ...none, canCopy: true };
  expect(labels({ isEditable: false, selectionText: "4006381333931", editFlags })).toEqual([["Copy", true]]);
  expect(labels({ isEditable: false, selectionText: "  ", editFlags })).toEqual([]);
});
