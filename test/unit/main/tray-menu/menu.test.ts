import type { MenuItemConstructorOptions } from "electron";
import { expect, test, vi } from "vitest";
import { menuTemplate } from "../../../../src/main/tray-menu/menu.js";
import { shell } from "../../../../src/shared/texts/en/app.js";

const options = {
  texts: shell,
  platform: "linux",
  isDevelopment: false,
  theme: "dark",
  command: vi.fn(),
  setTheme: vi.fn(),
  showDataFolder: vi.fn(),
  checkForUpdates: vi.fn(),
} as const;

function allItems(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...allItems(Array.isArray(item.submenu) ? item.submenu : [])]);
}

function click(id: string): void {
  const item = allItems(menuTemplate(options)).find((candidate) => candidate.id === id);
  const press = item?.click as (() => void) | undefined;
  press?.();
}

test("every view has its shortcut in the menu", () => {
  const shortcuts = allItems(menuTemplate(options)).flatMap(({ id, accelerator }) =>
    id && accelerator ? [[id, accelerator]] : [],
  );
  expect(shortcuts).toEqual([
    ["focus-lookup", "CmdOrCtrl+K"],
    ["go-add", "CmdOrCtrl+Shift+K"],
    ["go-watch", "CmdOrCtrl+1"],
    ["go-search", "CmdOrCtrl+2"],
    ["go-deals", "CmdOrCtrl+3"],
    ["go-alerts", "CmdOrCtrl+4"],
    ["go-settings", "CmdOrCtrl+5"],
  ]);
});

test("zooms in by the key as it is printed, too, where it has the plus above the equals sign", () => {
  const zoomIn = allItems(menuTemplate(options)).filter(({ role }) => role === "zoomIn");
  expect(zoomIn.map(({ accelerator, visible = true }) => [accelerator, visible])).toEqual([
    [undefined, true],
    ["CmdOrCtrl+=", false],
  ]);
});

test("menu items send their command to the window", () => {
  click("go-deals");
  expect(options.command).toHaveBeenCalledWith({ command: "go", view: "deals" });
  click("focus-lookup");
  expect(options.command).toHaveBeenCalledWith({ command: "focus-lookup" });
  click("theme-light");
  expect(options.setTheme).toHaveBeenCalledWith("light");
});

test("the menu marks the current theme", () => {
  const marked = allItems(menuTemplate(options)).filter(({ checked }) => checked);
  expect(marked.map(({ id }) => id)).toEqual(["theme-dark"]);
});

test("developer tools and the gallery are in the menu in development only", () => {
  const developerItems = (isDevelopment: boolean) =>
    allItems(menuTemplate({ ...options, isDevelopment }))
      .map(({ id, role }) => id ?? role)
      .filter((name) => name === "go-gallery" || name === "toggleDevTools");
  expect(developerItems(false)).toEqual([]);
  expect(developerItems(true)).toEqual(["go-gallery", "toggleDevTools"]);
});

test("the menu on macOS begins with the app menu and closes windows instead of the app", () => {
  const roles = allItems(menuTemplate({ ...options, platform: "darwin" })).map(({ role }) => role);
  expect(roles[0]).toBe("appMenu");
  expect(roles).toContain("close");
  expect(roles).not.toContain("quit");
});

test("every item of the menu has a label of its own, because Electron's are English only", () => {
  const items = allItems(menuTemplate(options)).filter(({ type }) => type !== "separator");
  expect(items.filter(({ label }) => label === undefined)).toEqual([]);
});
