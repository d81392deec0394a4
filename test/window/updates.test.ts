import type { OfferedUpdate, UpdateState } from "../../src/shared/updates.js";
import { expect, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { pushToWindow } from "../support/window.js";

test.use({ onlyReads: true });

const offer: OfferedUpdate = {
  version: "1.4.0",
  notes: [
    "The price history can be compared with the year before.",
    "",
    "- Catalogue files of several gigabytes are imported.",
    "- <b>Marks</b> are shown as they were written.",
  ].join("\n"),
  manualDownloadUrl: null,
};

/** Each state with a text and the actions that the window must show for it. */
const states: readonly (readonly [string, UpdateState, string, readonly string[]])[] = [
  ["idle", { state: "idle" }, "Not checked since Tidemark was started.", ["Check for updates"]],
  ["checking", { state: "checking" }, "Looking for a newer version…", ["Check for updates"]],
  [
    "none",
    { state: "none", checkedAtMs: Date.UTC(2026, 10, 20, 12) },
    "This is the newest version.",
    ["Check for updates"],
  ],
  ["available", { state: "available", offer }, "<b>Marks</b> are shown as they were written.", ["Download"]],
  [
    "by-hand",
    {
      state: "available",
      offer: { ...offer, notes: null, manualDownloadUrl: "https://updates.example/tidemark/" },
    },
    "This package cannot update itself.",
    ["Check again", "Copy address"],
  ],
  [
    "downloading",
    { state: "downloading", offer, progress: { done: 31_000_000, total: 96_000_000 } },
    "Downloading version 1.4.0",
    ["Cancel"],
  ],
  ["ready", { state: "ready", offer }, "Version 1.4.0 is ready.", ["Restart and update"]],
  [
    "refused",
    { state: "failed", step: "check", reason: "bad-signature", offer: null },
    "is not signed by the makers of Tidemark",
    ["Try again"],
  ],
  [
    "damaged",
    { state: "failed", step: "download", reason: "damaged-download", offer },
    "The update could not be downloaded.",
    ["Try again"],
  ],
];

async function openAbout(ui: Ui) {
  await ui.settings.open("About");
  await expect(ui.settings.updates).toBeVisible();
  return ui.settings.updates;
}

test("says that a checkout does not update itself, and sends no request", async ({ tidemark, ui }) => {
  const section = await openAbout(ui);
  await expect(section).toContainText("This build does not update itself.");
  await expect(section.getByRole("button")).toHaveCount(0);
  await expect(section.getByRole("switch")).toHaveCount(0);
  await tidemark.page.evaluate(() => window.tidemark.invoke("updates:check"));
  await expect(section).toContainText("This build does not update itself.");
  await ui.photograph("updates-unavailable");
});

test("shows each state of an update and its actions", async ({ tidemark, ui }) => {
  const section = await openAbout(ui);
  for (const [name, state, sentence, actions] of states)
    await test.step(name, async () => {
      await pushToWindow(tidemark, "updates:changed", state);
      await expect(section).toContainText(sentence);
      for (const action of actions) await expect(section.getByRole("button", { name: action })).toBeVisible();
      await expect(section.getByRole("switch", { name: "Check once a day" })).not.toBeChecked();
      await ui.photograph(`updates-${name}`);
      if (state.state === "downloading" || state.state === "failed") await ui.expectAccessible();
    });
});

test("opens About and checks for updates from the menu", async ({ app, ui }) => {
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("check-for-updates")?.click());
  await expect(ui.settings.updates).toBeVisible();
});

test("leaves daily checks off until they are turned on, and saves the choice", async ({
  tidemark,
  page,
  ui,
}) => {
  const section = await openAbout(ui);
  await pushToWindow(tidemark, "updates:changed", { state: "idle" });
  await section.getByRole("switch", { name: "Check once a day" }).click();
  await expect
    .poll(() => page.evaluate(() => window.tidemark.invoke("settings:get")))
    .toMatchObject({ checkForUpdates: true });
});
