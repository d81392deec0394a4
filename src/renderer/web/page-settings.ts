import type { AppSettings } from "../../shared/ipc.js";
import { languageChoices } from "../../shared/texts/language.js";
import {
  defaultWatchListView,
  type WatchListView,
  watchColumns,
  watchSorts,
} from "../../shared/watch-list-view.js";
import type { PageSettings } from "./http-bridge.js";

const key = "settings";

/** Settings of the desktop do not apply to a page. */
const defaults: AppSettings = {
  theme: "system",
  language: "system",
  ownCurrency: null,
  notifications: false,
  quietHours: null,
  keepRunning: false,
  watchList: defaultWatchListView,
  checkForUpdates: false,
};

type Saved = { readonly [K in keyof AppSettings]?: AppSettings[K] };

function listViewOf({ columns, sort, ...saved }: Partial<WatchListView>): WatchListView {
  return {
    ...defaultWatchListView,
    ...saved,
    // Another version may have other columns.
    columns: columns?.filter((column) => watchColumns.includes(column)) ?? defaultWatchListView.columns,
    sort: watchSorts.find((each) => each === sort) ?? defaultWatchListView.sort,
  };
}

function readSaved(storage: Pick<Storage, "getItem">): Saved {
  try {
    return JSON.parse(storage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The settings of this page, which this browser stores. */
export function openPageSettings(storage: Pick<Storage, "getItem" | "setItem">): PageSettings {
  const read = (): AppSettings => {
    const { theme, language, ownCurrency, watchList } = readSaved(storage);
    return {
      ...defaults,
      theme: theme === "light" || theme === "dark" ? theme : "system",
      language: languageChoices.find((each) => each === language) ?? "system",
      ownCurrency: ownCurrency ?? null,
      watchList: listViewOf(watchList ?? {}),
    };
  };
  return {
    read,
    update: (change) => {
      const settings = { ...read(), ...change };
      try {
        storage.setItem(key, JSON.stringify(settings));
      } catch {
        // Without storage, the settings last as long as the page.
      }
      return settings;
    },
  };
}
