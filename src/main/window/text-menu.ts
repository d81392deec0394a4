import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from "electron";
import type { ShellTexts } from "./shell-texts.js";

type ClickContext = Pick<ContextMenuParams, "isEditable" | "selectionText" | "editFlags">;

/** The context menu for text fields and selected text. Empty elsewhere: the page has menus of its own. */
export function textMenu(
  { isEditable, selectionText, editFlags }: ClickContext,
  texts: ShellTexts,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: "copy", label: texts.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === "" ? [] : [copy];
  return [
    { role: "undo", label: texts.undo, enabled: editFlags.canUndo },
    { role: "redo", label: texts.redo, enabled: editFlags.canRedo },
    { type: "separator" },
    { role: "cut", label: texts.cut, enabled: editFlags.canCut },
    copy,
    { role: "paste", label: texts.paste, enabled: editFlags.canPaste },
    { type: "separator" },
    { role: "selectAll", label: texts.selectAll, enabled: editFlags.canSelectAll },
  ];
}

/** Electron has no context menu of its own. */
export function setupTextMenu(window: BrowserWindow, texts: () => ShellTexts): void {
  window.webContents.on("context-menu", (_event, params) => {
    const items = textMenu(params, texts());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
