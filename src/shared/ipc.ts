import { z } from "zod";
import type { CallResult, OperationInput, OperationName } from "./calls.js";
import { operations } from "./calls.js";
import type { DataErrorKind } from "./data/problem.js";
import type { DataJob, KnownBackup, OfferedFile, SelectedBackup } from "./data/work.js";
import type { EngineEvent } from "./engine-process.js";
import type { Recipe } from "./recipe/recipe.js";
import { type LanguageChoice, languageChoices } from "./texts/language.js";
import type { UpdateState } from "./updates.js";
import {
  maxSavedFilters,
  quickFilters,
  type WatchListView,
  watchColumns,
  watchSorts,
} from "./watch-list-view.js";

/** Sections of the settings, in display order. */
export const settingsSections = [
  "general",
  "notifications",
  "account",
  "api",
  "webhooks",
  "sources",
  "data",
  "about",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The engine's status, as shown in the window. */
export type EngineStatus =
  | { readonly state: "starting" }
  | { readonly state: "ready"; readonly baseUrl: string; readonly dataFolder: string; readonly pid: number }
  /** It exited and is being restarted; `attempt` counts restarts since it last ran stably. */
  | { readonly state: "away"; readonly attempt: number }
  /** It cannot start until the user resolves the problem in `message`. */
  | {
      readonly state: "stopped";
      readonly problem: DataErrorKind;
      /** The affected file or folder, or null. */
      readonly path: string | null;
      readonly message: string;
      readonly action: string;
      readonly backup: string | null;
    };

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** In local time; may span midnight. */
export const quietHours = z.object({ from: timeOfDay, to: timeOfDay });
export type QuietHours = z.infer<typeof quietHours>;

const watchFilter = z.object({
  text: z.string().max(200),
  quick: z.enum(quickFilters),
  tags: z.array(z.string().max(40)).max(20).readonly(),
});

/** Validates the types in watch-list-view.ts. */
export const watchListView = z.object({
  columns: z.array(z.enum(watchColumns)).max(watchColumns.length).readonly(),
  sort: z.enum(watchSorts),
  direction: z.enum(["up", "down"]),
  saved: z
    .array(z.object({ name: z.string().trim().min(1).max(40), filter: watchFilter }))
    .max(maxSavedFilters)
    .readonly(),
}) satisfies z.ZodType<WatchListView>;

export const languageChoice = z.enum(languageChoices);

export const appSettings = z.object({
  theme,
  language: languageChoice,
  /** Whether alerts are also shown as desktop notifications. */
  notifications: z.boolean(),
  /** Delays notifications; the inbox shows alerts immediately. */
  quietHours: quietHours.nullable(),
  /** Whether the app keeps checking prices while the window is closed. */
  keepRunning: z.boolean(),
  watchList: watchListView,
  /** Whether Tidemark checks daily for a newer version, the only request it makes on its own besides price checks. */
  checkForUpdates: z.boolean(),
});
export type AppSettings = z.infer<typeof appSettings>;

/** Capabilities of this desktop, and options that the system stores rather than the settings. */
export interface DesktopState {
  readonly canNotify: boolean;
  /** Null in a checkout, where it cannot be changed. */
  readonly startsAtLogin: boolean | null;
}

/** The outcome of letting the user click the price on a shop's page. */
export type PickedPrice =
  | { readonly outcome: "picked"; readonly recipe: Recipe }
  | { readonly outcome: "closed" }
  | { readonly outcome: "failed"; readonly message: string };

const operationName = z.enum(Object.keys(operations) as [OperationName, ...OperationName[]]);

/**
 * Every channel from the window to the main process, with the schema of its arguments. Other channels are not handled.
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
  /** Path of the backup on display. Main restores only a backup that it has described itself. */
  "data:restore": z.tuple([z.string().max(4_096)]),
  "data:import": z.tuple([]),
  /** Path of an offered file. Main imports only a file that was opened from the system. */
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
  "data:state": DataJob | null;
  "data:copies": readonly KnownBackup[];
  "data:back-up": null;
  "data:choose-backup": SelectedBackup | null;
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
  "engine:event": EngineEvent;
  /** Progress or result of the current task; null once it is dismissed. */
  "data:progress": DataJob | null;
  "updates:changed": UpdateState;
  /** A command from a menu, a notification, a deep link or a second start. */
  "window:command":
    | {
        readonly command: "go";
        readonly view: "watch" | "search" | "batch" | "deals" | "alerts" | "settings" | "gallery";
        readonly section?: SettingsSection;
      }
    | { readonly command: "show-product"; readonly service: string }
    | { readonly command: "focus-lookup" }
    | { readonly command: "look-up"; readonly text: string }
    /** A deep link asks to add a product page, if the user agrees. */
    | { readonly command: "offer-page"; readonly url: string }
    /** A file was opened from the system; the user decides what to do with it. */
    | { readonly command: "offer-file"; readonly file: OfferedFile }
    | { readonly command: "show-shortcuts" };
}
export type PushChannel = keyof PushMessages;

/** Tasks on files. The page never passes a path of its own: main opens the dialogs. Calls resolve once the task has ended. */
export interface DataBridge {
  state(): Promise<DataJob | null>;
  knownBackups(): Promise<readonly KnownBackup[]>;
  backUp(): Promise<null>;
  /** Selects a known backup by its id; null opens a file dialog. Resolves to null if nothing was selected. */
  selectBackup(id: string | null): Promise<SelectedBackup | null>;
  /** Restores the selected or offered backup. */
  restore(shownPath: string): Promise<null>;
  importCatalogue(): Promise<null>;
  /** Imports a file offered by the `offer-file` command. */
  importOffered(path: string): Promise<null>;
  exportCatalogue(): Promise<null>;
  cancel(): Promise<null>;
  dismiss(): Promise<null>;
  /** Saves a list of all the lines that the last import skipped. */
  saveSkipped(): Promise<null>;
  /** Shows the last task's file in the system's file manager. */
  showFile(): Promise<null>;
}

/** Updates of Tidemark itself. `updates:changed` reports the outcome of each call. */
export interface UpdatesBridge {
  state(): Promise<UpdateState>;
  check(): Promise<null>;
  download(): Promise<null>;
  /** Discards a partial download. */
  cancel(): Promise<null>;
  /** Quits Tidemark, installs the update and starts it again. */
  install(): Promise<null>;
}

/** The API that the preload script exposes to the page as `window.tidemark`. */
export interface TidemarkBridge {
  call<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<CallResult<K>>;
  /** Like `call`, but returns JSON: copying one string is much faster than cloning thousands of rows field by field. */
  callText<K extends OperationName>(operation: K, input: OperationInput<K>): Promise<string>;
  engineStatus(): Promise<EngineStatus>;
  restartEngine(): Promise<null>;
  /** Reports that the page has drawn and subscribed, so that commands are sent and the engine starts. */
  reportDrawn(): Promise<null>;
  settings(): Promise<AppSettings>;
  updateSettings(change: Partial<AppSettings>): Promise<AppSettings>;
  desktop(): Promise<DesktopState>;
  startAtLogin(isOn: boolean): Promise<DesktopState>;
  testNotification(): Promise<null>;
  /** Opens the page in a separate window and waits until the user clicks its price or closes the window. */
  pickPrice(url: string): Promise<PickedPrice>;
  openExternal(url: string): Promise<null>;
  copyText(text: string): Promise<null>;
  showDataFolder(): Promise<null>;
  readonly data: DataBridge;
  readonly updates: UpdatesBridge;
  /** Returns a function that unsubscribes. */
  on<C extends PushChannel>(channel: C, listener: (message: PushMessages[C]) => void): () => void;
  readonly platform: "darwin" | "win32" | "linux";
  /** The setting when the window opened; `settings:changed` reports later changes. */
  readonly language: LanguageChoice;
  /** The system's languages as BCP 47 tags, most preferred first. */
  readonly systemLanguages: readonly string[];
}
