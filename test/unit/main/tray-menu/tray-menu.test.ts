import { expect, test, vi } from "vitest";
import { trayMenu, trayTooltip } from "../../../../src/main/tray-menu/background.js";
import { shell } from "../../../../src/shared/texts/en/app.js";

const actions = { texts: shell, open: vi.fn(), openAlerts: vi.fn(), checkNow: vi.fn(), quit: vi.fn() };
const labels = (unread: number) =>
  trayMenu({ ...actions, unread }).flatMap(({ label }) => (label === undefined ? [] : [label]));

test("the tray shows how many alerts are unread", () => {
  expect(labels(0)).toContain("Alerts");
  expect(labels(1)).toContain("1 Unread Alert");
  expect(labels(12)).toContain("12 Unread Alerts");
  expect(trayTooltip(shell, 0)).toBe("Tidemark");
  expect(trayTooltip(shell, 2)).toBe("Tidemark: 2 unread alerts");
});

test("each item of the tray menu runs its action", () => {
  const menu = trayMenu({ ...actions, unread: 0 });
  const click = (id: string) => (menu.find((item) => item.id === id)?.click as (() => void) | undefined)?.();
  for (const [id, action] of [
    ["open", actions.open],
    ["alerts", actions.openAlerts],
    ["check-now", actions.checkNow],
    ["quit", actions.quit],
  ] as const) {
    click(id);
    expect(action).toHaveBeenCalledOnce();
  }
});
