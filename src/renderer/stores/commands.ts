import { bridge, isInBrowser } from "../lib/bridge.js";
import type { Command } from "../lib/match-commands.js";
import { menuKeys } from "../lib/shortcuts.js";
import { texts } from "../lib/texts.js";
import { openAddMany } from "./adding/entries.js";
import { go, home, type Route, searchPage } from "./navigation.js";
import { changeSettings, settingsHere } from "./settings.js";
import { showShortcuts } from "./shortcut-sheet.js";
import { checkNow } from "./watched.js";

function places(): Command[] {
  const { app, commands } = texts();
  const routes = [
    ["watch", home],
    ["search", searchPage],
    ["deals", { view: "deals" }],
    ["alerts", { view: "alerts" }],
    ["settings", { view: "settings" }],
  ] as const satisfies readonly (readonly [keyof typeof app.places, Route])[];
  return routes.map(([name, route], index) => ({
    id: `go ${name}`,
    label: commands.goTo(app.places[name]),
    ...menuKeys(`Mod ${index + 1}`),
    run: () => go(route),
  }));
}

function partsOfSettings(): Command[] {
  const { settings, commands } = texts();
  return settingsHere().map((section) => ({
    id: `settings ${section}`,
    label: commands.settingsOf(settings.sections[section]),
    run: () => go({ view: "settings", section }),
  }));
}

/** Goes to the page that shows the result, as the menu does. */
function checkForUpdates(): void {
  go({ view: "settings", section: "about" });
  void bridge().invoke("updates:check");
}

function deedsOfDesktop(): Command[] {
  const { commands, updates } = texts();
  if (isInBrowser()) return [];
  return [
    { id: "folder", label: commands.dataFolder, run: () => void bridge().invoke("shell:show-data-folder") },
    { id: "updates", label: updates.check, run: checkForUpdates },
  ];
}

function deeds(): Command[] {
  const { commands } = texts();
  return [
    { id: "add", label: commands.addMany, ...menuKeys("Mod Shift K"), run: openAddMany },
    { id: "check", label: commands.checkAll, run: () => void checkNow() },
    { id: "light", label: commands.light, run: () => void changeSettings({ theme: "light" }) },
    { id: "dark", label: commands.dark, run: () => void changeSettings({ theme: "dark" }) },
    { id: "system", label: commands.systemTheme, run: () => void changeSettings({ theme: "system" }) },
    { id: "english", label: commands.english, run: () => void changeSettings({ language: "en" }) },
    { id: "german", label: commands.german, run: () => void changeSettings({ language: "de" }) },
    { id: "shortcuts", label: commands.shortcuts, keys: "?", run: showShortcuts },
    ...deedsOfDesktop(),
  ];
}

/** All commands of the look-up box, in the reader's language. */
export function allCommands(): readonly Command[] {
  return [...places(), ...deeds(), ...partsOfSettings()];
}
