import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { defaultSettings } from "../../../src/main/settings/app-settings.js";
import { type Settings, setupSettings } from "../../../src/main/settings/settings.js";
import { appSettings } from "../../../src/shared/ipc.js";
import { removeFolder, scratchFolder } from "../../support/disk.js";
import { type Edit, editBytes, editOf, someBytes } from "../inputs/bytes.js";
import { editJson, type Json, type JsonEdit, jsonEdit } from "../inputs/json.js";
import { defineTarget } from "../machinery/define-target.js";
import { type Subject, Wrong } from "../machinery/target.js";

interface SettingsCase {
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit<Buffer>[];
}

const cases: Arbitrary<SettingsCase> = fc.record({
  json: fc.array(jsonEdit, { maxLength: 5 }),
  bytes: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(editOf(someBytes), { minLength: 1, maxLength: 3 }) },
  ),
});

function judgeSettings(settings: Settings): void {
  const parsed = appSettings.safeParse(settings.get());
  if (!parsed.success) throw new Wrong(`The settings are none: ${parsed.error.message}`);
  const place = settings.windowPlacement();
  if (place !== null && !(place.width > 0 && place.height > 0)) throw new Wrong("The window has no size.");
}

function open(): Subject<SettingsCase> {
  const folder = scratchFolder("fuzz");
  const said: string[] = [];
  return {
    cases,
    judge: ({ json, bytes }) => {
      removeFolder(folder.path);
      const file = join(folder.path, "settings.json");
      setupSettings(folder.path, () => undefined);
      const text = JSON.stringify(editJson(defaultSettings as unknown as Json, json));
      writeFileSync(file, editBytes(Buffer.from(text), bytes));
      said.length = 0;
      const settings = setupSettings(folder.path, (message) => void said.push(message));
      judgeSettings(settings);
      settings.update({ theme: "dark", notifications: false });
      const again = setupSettings(folder.path, (message) => void said.push(message));
      judgeSettings(again);
      // What the shopper has just chosen is there at the next start, unless it was said that it cannot be kept.
      const isKept = again.get().theme === "dark" && !again.get().notifications;
      if (!isKept && said.length === 0) throw new Wrong("A choice was lost without a word.");
    },
    close: () => folder.remove(),
  };
}

export const settings = defineTarget({
  name: "settings",
  what: "settings files: changed values, changed bytes; what is chosen afterwards is kept",
  share: 6_000,
  open,
});
