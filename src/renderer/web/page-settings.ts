import type { AppSettings } from "../../shared/ipc.js";
import { languageChoices } from "../../shared/texts/language.js";
import { defaultWatchListView, watchColumns, watchSorts } from "../../shared/watch-list-view.js";
import { unknownYet } from "../stores/settings.js";
import type { PageSettings } from "./http-bridge.js";

const key = "settings";

/** Those of the desktop do not apply to a page. */
const defaults: AppSettings = { ...unknownYet, notifications: false, keepRunning: false };

/** Another version may have other choices. */
function knownOf({ theme, language, ownCurrency, watchList = defaultWatchListView }: Partial<AppSettings>) {
  const { columns = [], sort } = watchList;
  return {
    ...defaults,
    theme: theme === "light" || theme === "dark" ? theme : defaults.theme,
    language: languageChoices.find((each) => each === language) ?? defaults.language,
    ownCurrency: ownCurrency ?? null,
    watchList: {
      ...defaultWatchListView,
      ...watchList,
      columns: columns.filter((column) => watchColumns.includes(column)),
      sort: watchSorts.find((each) => each === sort) ?? defaultWatchListView.sort,
    },
  };
}

/** The settings of this page, which this browser stores. */
export function openPageSettings(storage: Pick<Storage, "getItem" | "setItem">): PageSettings {
  const read = (): AppSettings => {
    try {
      return knownOf(JSON.parse(storage.getItem(key) ?? "{}"));
    } catch {
      return defaults;
    }
  };
  return {
    read,
    update: (change) => {
      const settings = { ...read(), ...change };
      storage.setItem(key, JSON.stringify(settings));
      return settings;
    },
  };
}
