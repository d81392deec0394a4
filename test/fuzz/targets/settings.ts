import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { defaultSettings } from "../../../src/main/settings/app-settings.js";
import { type Settings, setupSettings } from "../../../src/main/settings/settings.js";
import { appSettings } from "../../../src/shared/ipc.js";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { anyEdit, editBytes, mostly, someBytes } from "../inputs/edits.js";
import { anyJsonEdit, editJson, type Json } from "../inputs/json.js";
import { type OpenTarget, OracleError, type Target } from "../runner/target.js";

const settingsCases = fc.record({
  json: fc.array(anyJsonEdit, { maxLength: 5 }),
  bytes: mostly([], fc.array(anyEdit(someBytes), { minLength: 1, maxLength: 3 }), 3),
});

function checkSettings(settings: Settings): void {
  const parsed = appSettings.safeParse(settings.get());
  if (!parsed.success) throw new OracleError(`The settings are invalid: ${parsed.error.message}`);
  const placement = settings.windowPlacement();
  if (placement !== null && !(placement.width > 0 && placement.height > 0))
    throw new OracleError("The window has no size.");
}

function open(): OpenTarget {
  const folder = scratchFolder("fuzz");
  return {
    property: fc.asyncProperty(settingsCases, async ({ json, bytes }) => {
      removeFolder(folder.path);
      setupSettings(folder.path, () => undefined);
      const text = JSON.stringify(editJson(defaultSettings as unknown as Json, json));
      writeFileSync(join(folder.path, "settings.json"), editBytes(Buffer.from(text), bytes));
      const warnings: string[] = [];
      const settings = setupSettings(folder.path, (message) => void warnings.push(message));
      checkSettings(settings);
      settings.update({ theme: "dark", notifications: false });
      const reloaded = setupSettings(folder.path, (message) => void warnings.push(message));
      checkSettings(reloaded);
      const isSaved = reloaded.get().theme === "dark" && !reloaded.get().notifications;
      if (!isSaved && warnings.length === 0) throw new OracleError("An update was lost without a warning.");
    }),
    close: () => folder.remove(),
  };
}

export const settings: Target = {
  name: "settings",
  input: "settings files: edited values, edited bytes; then an update and a restart",
  casesPerMillion: 6_000,
  open,
};
