import { z } from "zod";
import type { CallResult, OperationInput, OperationName } from "./calls.js";
import { operations } from "./calls.js";
import type { DataProblemKind } from "./data/problem.js";
import type { ChosenBackup, DataWork, KeptCopy, OfferedFile } from "./data/work.js";
import type { EngineNews } from "./engine-process.js";
import type { Recipe } from "./recipe/recipe.js";
import type { SettingsSection } from "./settings-section.js";
import { type LanguageChoice, languageChoices } from "./texts/language.js";
import type { UpdateState } from "./updates.js";
import {
  quickFilters,
  savedFiltersMax,
  type WatchListView,
  watchColumns,
  watchSorts,
} from "./watch-list-view.js";

/** Where the engine is in its life, as the window shows it. */
export type EngineStatus =
  | { readonly state: "starting" }
  | { readonly state: "ready"; readonly baseUrl: string; readonly dataFolder: string; readonly pid: number }
  /** It went away and is being restarted; `attempt` counts restarts since it last ran well. */
  | { readonly state: "away"; readonly attempt: number }
  /** It cannot start until the user does something about `message`. */
  | {
      readonly state: "stopped";
      readonly problem: DataProblemKind;
      /** What the problem is about, where it is about one place. */
      readonly path: string | null;
      readonly message: string;
      readonly action: string;
      readonly backup: string | null;
    };

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** In the computer's own time; may reach over midnight. */
export const quietHours = z.object({ from: timeOfDay, to: timeOfDay });
export type QuietHours = z.infer<typeof quietHours>;

const watchFilter = z.object({
  text: z.string().max(200),
  quick: z.enum(quickFilters),
  tags: z.array(z.string().max(40)).max(20).readonly(),
});

/** See watch-list-view.ts, whose types these are the checks of. */
export const watchListView = z.object({
  columns: z.array(z.enum(watchColumns)).max(watchColumns.length).readonly(),
  sort: z.enum(watchSorts),
  direction: z.enum(["up", "down"]),
  saved: z
    .array(z.object({ name: z.string().trim().min(1).max(40), filter: watchFilter }))
    .max(savedFiltersMax)
    .readonly(),
}) satisfies z.ZodType<WatchListView>;

export const languageChoice = z.enum(languageChoices);

export const appSettings = z.object({
  theme,
  language: languageChoice,
  /** Whether alerts come as notifications of the desktop, too. */
  notifications: z.boolean(),
  /** Notifications wait meanwhile; the inbox has the alerts at once. */
  quietHours: quietHours.nullable(),
  /** Whether prices go on being checked when the window is closed. */
  keepRunning: z.boolean(),
  watchList: watchListView,
  /** Whether Tidemark asks once a day for a newer version. It asks nobody anything else by itself. */
  checkForUpdates: z.boolean(),
});
export type AppSettings = z.infer<typeof appSettings>;

/** What this desktop offers, and what is set there rather than in the settings. */
export interface DesktopState {
  readonly canNotify: boolean;
  /** Null where it cannot be set: in a checkout. */
  readonly startsAtLogin: boolean | null;
}

/** What came of opening a shop's page for the shopper to click its price. */
export type PickedPrice =
  | { readonly outcome: "picked"; readonly recipe: Recipe }
  | { readonly outcome: "closed" }
  | { readonly outcome: "failed"; readonly message: string };

const operationName = z.enum(Object.keys(operations) as [OperationName, ...OperationName[]]);

/**
 * Every message from the window to the main process and its validation. The preload, the handlers and the window's
 * client all derive from this map; a channel that is not in it does not exist.
 */
export const invokeChannels = {
  "engine:call": z.tuple([operationName, z.unknown()]),
  "engine:status": z.tuple([]),
  "engine:restart": z.tuple([]),
  "window:drawn": z.tuple([]),
  "settings:get": z.tuple([]),
  "settings:update": z.tuple([appSettings.partial()]),
  "desktop:get": z.tuple([]),
  "desktop:start-at-login": z.tuple([z.boolean()]),
  "desktop:test-notification": z.tuple([]),
  "page:pick-price": z.tuple([z.url({ protocol: /^https?$/ }).max(4_096)]),
  "shell:open-external": z.tuple([z.url({ protocol: /^https$/ }).max(4_096)]),
  "shell:copy-text": z.tuple([z.string().max(100_000)]),
  "shell:show-data-folder": z.tuple([]),
  "data:state": z.tuple([]),
  "data:copies": z.tuple([]),
  "data:back-up": z.tuple([]),
  "data:choose-backup": z.tuple([z.string().max(33_000).nullable()]),
  /** The path of the backup that was shown: main restores what it has itself described last, and nothing else. */
  "data:restore": z.tuple([z.string().max(4_096)]),
  "data:import": z.tuple([]),
  /** The path of a file that was offered: main imports what the system has handed it, and nothing else. */
  "data:import-offered": z.tuple([z.string().max(33_000)]),
  "data:export": z.tuple([]),
  "data:cancel": z.tuple([]),
  "data:dismiss": z.tuple([]),
  "data:save-skipped": z.tuple([]),
  "data:show-file": z.tuple([]),
  "updates:state": z.tuple([]),
  "updates:check": z.tuple([]),
  "updates:download": z.tuple([]),
  "updates:cancel": z.tuple([]),
  "updates:install": z.tuple([]),
} as const;
export type InvokeChannel = keyof typeof invokeChannels;

export interface InvokeResults {
  "engine:status": EngineStatus;
  "engine:restart": null;
  "window:drawn": null;
  "settings:get": AppSettings;
  "settings:update": AppSettings;
  "desktop:get": DesktopState;
  "desktop:start-at-login": DesktopState;
  "desktop:test-notification": null;
  "page:pick-price": PickedPrice;
  "shell:open-external": null;
  "shell:copy-text": null;
  "shell:show-data-folder": null;
  "data:state": DataWork | null;
  "data:copies": readonly KeptCopy[];
  "data:back-up": null;
  "data:choose-backup": ChosenBackup | null;
  "data:restore": null;
  "data:import": null;
  "data:import-offered": null;
  "data:export": null;
  "data:cancel": null;
  "data:dismiss": null;
  "data:save-skipped": null;
  "data:show-file": null;
  "updates:state": UpdateState;
  "updates:check": null;
  "updates:download": null;
  "updates:cancel": null;
  "updates:install": null;
}

/** Messages that the main process pushes to the window. */
export interface PushMessages {
  "engine:status-changed": EngineStatus;
  "settings:changed": AppSettings;
  "engine:news": EngineNews;
  /** How far work on files is, or what came of it; null once that was put away. */
  "data:progress": DataWork | null;
  "updates:changed": UpdateState;
  /** A menu or a second start asks the window to go somewhere, or to look something up. */
  "window:command":
    | {
        readonly command: "go";
        readonly view: "watch" | "search" | "batch" | "deals" | "alerts" | "settings" | "gallery";
        readonly section?: SettingsSection;
      }
    | { readonly command: "show-product"; readonly service: string }
    | { readonly command: "focus-lookup" }
    | { readonly command: "look-up"; readonly text: string }
    /** A web page asks to add a product page; the shopper decides. */
    | { readonly command: "offer-page"; readonly url: string }
    /** A file was opened from the system; the shopper decides. */
    | { readonly command: "offer-file"; readonly file: OfferedFile }
    | { readonly command: "show-shortcuts" };
}
export type PushChannel = keyof PushMessages;

/** Work on files. The page never names one: main asks the shopper, and the answers come when all is done. */
export interface DataBridge {
  state(): Promise<DataWork | null>;
  copies(): Promise<readonly KeptCopy[]>;
  backUp(): Promise<null>;
  /** A copy by its id, or, for null, one that the shopper looks for; null where none was chosen. */
  chooseBackup(id: string | null): Promise<ChosenBackup | null>;
  /** Puts the backup in place that was chosen last. */
  restore(shownPath: string): Promise<null>;
  importCatalogue(): Promise<null>;
  /** Imports a file that was offered by `offer-file`. */
  importOffered(path: string): Promise<null>;
  exportCatalogue(): Promise<null>;
  cancel(): Promise<null>;
  dismiss(): Promise<null>;
  /** Saves the list of all lines that the last import left out. */
  saveSkipped(): Promise<null>;
  /** Shows, in the system's file manager, the file that came of the last work. */
  showFile(): Promise<null>;
}

/** Updates of Tidemark itself. What comes of a call is told by `updates:changed`. */
export interface UpdatesBridge {
  state(): Promise<UpdateState>;
  check(): Promise<null>;
  download(): Promise<null>;
  /** Nothing of a half download is kept. */
  cancel(): Promise<null>;
  /** Ends Tidemark, puts the update in place and starts it. */
  install(): Promise<null>;
}

/** What the preload exposes to the page as `window.tidemark`. Nothing else crosses. */
export interface TidemarkBridge {
  call<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<CallResult<K>>;
  /** The same, as JSON: a text crosses at once, where thousands of rows would be copied field by field. */
  callText<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<string>;
  engineStatus(): Promise<EngineStatus>;
  restartEngine(): Promise<null>;
  /** The page has drawn and subscribed: commands reach it, and the engine need not wait for it any more. */
  drawn(): Promise<null>;
  settings(): Promise<AppSettings>;
  updateSettings(change: Partial<AppSettings>): Promise<AppSettings>;
  desktop(): Promise<DesktopState>;
  startAtLogin(isOn: boolean): Promise<DesktopState>;
  testNotification(): Promise<null>;
  /** Opens the page in a window of its own and waits until its price is clicked, or the window closed. */
  pickPrice(url: string): Promise<PickedPrice>;
  openExternal(url: string): Promise<null>;
  copyText(text: string): Promise<null>;
  showDataFolder(): Promise<null>;
  readonly data: DataBridge;
  readonly updates: UpdatesBridge;
  /** Returns its unsubscribe. */
  on<C extends PushChannel>(channel: C, listener: (message: PushMessages[C]) => void): () => void;
  readonly platform: "darwin" | "win32" | "linux";
  /** What was chosen when the window opened; `settings:changed` tells of later choices. */
  readonly language: LanguageChoice;
  /** The computer's languages as BCP 47 tags, the preferred one first. */
  readonly systemLanguages: readonly string[];
}
