import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { it } from "vitest";
import { defaultSettings } from "../../src/main/settings/app-settings.js";
import { type Settings, setupSettings } from "../../src/main/settings/settings.js";
import { appSettings } from "../../src/shared/ipc.js";
import { removeFolder } from "../support/disk.js";
import { temporaryFolder } from "../support/folder.js";
import { anyEdit, editBytes, mostly, someBytes } from "./inputs/edits.js";
import { anyJsonEdit, editJson, type Json } from "./inputs/json.js";
import { checkCases } from "./support/check-cases.js";

const settingsCases = fc.record({
  json: fc.array(anyJsonEdit, { maxLength: 5 }),
  bytes: mostly([], fc.array(anyEdit(someBytes), { minLength: 1, maxLength: 3 }), 3),
});

function checkSettings(settings: Settings): void {
  const parsed = appSettings.safeParse(settings.get());
  if (!parsed.success) throw new Error(`The settings are invalid: ${parsed.error.message}`);
  const placement = settings.windowPlacement();
  if (placement !== null && !(placement.width > 0 && placement.height > 0))
    throw new Error("The window has no size.");
}

it("settings are valid whatever their file holds, and an update is saved or warned about", async () => {
  const folder = temporaryFolder();
  const property = fc.asyncProperty(settingsCases, async ({ json, bytes }) => {
    removeFolder(folder);
    setupSettings(folder, () => undefined);
    const text = JSON.stringify(editJson(defaultSettings as unknown as Json, json));
    writeFileSync(join(folder, "settings.json"), editBytes(Buffer.from(text), bytes));
    const warnings: string[] = [];
    const settings = setupSettings(folder, (message) => void warnings.push(message));
    checkSettings(settings);
    settings.update({ theme: "dark", notifications: false });
    const reloaded = setupSettings(folder, (message) => void warnings.push(message));
    checkSettings(reloaded);
    const isSaved = reloaded.get().theme === "dark" && !reloaded.get().notifications;
    if (!isSaved && warnings.length === 0) throw new Error("An update was lost without a warning.");
  });
  await checkCases(property, { cases: 500 });
});
