import { z } from "zod";
import { operationNames } from "./app/device-access.js";
import { convertibleCurrencies } from "./app/exchange-rates.js";
import { quietHours } from "./app/primitives.js";
import type { CallError, CallResult, OperationInput, OperationName } from "./calls.js";
import type { EngineProblem } from "./data/data-error.js";
import type { DataJob, KnownBackup, OfferedFile, SelectedBackup } from "./data/job.js";
import type { EngineEvent } from "./engine-process.js";
import type { Recipe } from "./recipe/recipe.js";
import type { SettingsSection } from "./settings-sections.js";
import { type LanguageChoice, languageChoices } from "./texts/language.js";
import type { UpdateState } from "./updates.js";
import {
  maxSavedFilters,
  quickFilters,
  type WatchListView,
  watchColumns,
  watchSorts,
} from "./watch-list-view.js";

interface RunningEngine {
  /** Empty if the engine is read-only. */
  readonly baseUrl: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** The folder is not writable: prices can be read, but neither checked nor changed. */
  readonly isReadOnly?: true;
  /** The last engine was killed, and the file with its latest changes is gone. */
  readonly isLogLost?: true;
  /** Without a connection, a page in a browser shows what it had seen until then. */
  readonly seenAtMs?: number;
}

/** The engine's status, as shown in the window. */
export type EngineStatus =
  | { readonly state: "starting" }
  | (RunningEngine & { readonly state: "ready" })
  /** Its process runs, but does not answer. */
  | (RunningEngine & { readonly state: "silent" })
  /** It exited and is being restarted; `attempt` counts restarts since it last ran stably. */
  | { readonly state: "away"; readonly attempt: number }
  /** It cannot start until the user resolves the problem in `message`. */
  | (EngineProblem & { readonly state: "stopped" });

export const theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof theme>;

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
  /** Prices in other currencies are also shown converted to this one. Null for none; then no rates are fetched. */
  ownCurrency: z.enum(convertibleCurrencies).nullable(),
  /** Whether alerts are also shown as desktop notifications. */
  notifications: z.boolean(),
  /** Delays notifications; the inbox shows alerts immediately. */
  quietHours: quietHours.nullable(),
  /** Whether the app keeps checking prices while the window is closed. */
  keepRunning: z.boolean(),
  watchList: watchListView,
  /** Whether Tidemark checks daily for a newer version. */
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
  /** The user prefers to enter the price. `figure` was clicked but cannot be read; it may be empty. */
  | { readonly outcome: "by-hand"; readonly figure: string }
  | { readonly outcome: "closed" }
  | { readonly outcome: "failed"; readonly error: CallError };

const operationName = z.enum(operationNames);

/** `result` exists only as a type: the window trusts main, so only the arguments are validated. */
interface Channel<Args extends z.ZodTuple, Result> {
  readonly args: Args;
  readonly result?: Result;
}

function takes<Args extends z.ZodTuple>(args: Args) {
  return { returns: <Result>(): Channel<Args, Result> => ({ args }) };
}

const noArgs = z.tuple([]);

/**
 * Every channel from the window to the main process, which has no handler for any other. The types of the bridge and of
 * the handlers derive from this map.
 */
export const invokeChannels = {
  "engine:call": takes(z.tuple([operationName, z.unknown()])).returns<CallResult<OperationName>>(),
  "engine:status": takes(noArgs).returns<EngineStatus>(),
  "engine:restart": takes(noArgs).returns<null>(),
  /** Reports that the page has drawn and subscribed, so that commands are sent and the engine starts. */
  "window:drawn": takes(noArgs).returns<null>(),
  "settings:get": takes(noArgs).returns<AppSettings>(),
  "settings:update": takes(z.tuple([appSettings.partial()])).returns<AppSettings>(),
  "desktop:get": takes(noArgs).returns<DesktopState>(),
  "desktop:start-at-login": takes(z.tuple([z.boolean()])).returns<DesktopState>(),
  "desktop:test-notification": takes(noArgs).returns<null>(),
  /** Opens the page in a separate window and waits until the user clicks its price or closes the window. */
  "page:pick-price": takes(z.tuple([z.url({ protocol: /^https?$/ }).max(4_096)])).returns<PickedPrice>(),
  /** Closes that window. */
  "page:cancel-pick": takes(noArgs).returns<null>(),
  "shell:open-external": takes(z.tuple([z.url({ protocol: /^https$/ }).max(4_096)])).returns<null>(),
  "shell:copy-text": takes(z.tuple([z.string().max(100_000)])).returns<null>(),
  "shell:show-data-folder": takes(noArgs).returns<null>(),

  // Tasks on files. The page never passes a path of its own: main opens the dialogs. Calls resolve once the task
  // has ended.
  "data:state": takes(noArgs).returns<DataJob | null>(),
  "data:known-backups": takes(noArgs).returns<readonly KnownBackup[]>(),
  "data:back-up": takes(noArgs).returns<null>(),
  /** Selects a known backup by its id; null opens a file dialog. Resolves to null if nothing was selected. */
  "data:select-backup": takes(z.tuple([z.string().max(33_000).nullable()])).returns<SelectedBackup | null>(),
  /**
   * Path of the backup on display, and whether it may turn on what the replaced data lacks. Main restores only a backup
   * that it has described itself.
   */
  "data:restore": takes(z.tuple([z.string().max(4_096), z.boolean()])).returns<null>(),
  "data:import": takes(noArgs).returns<null>(),
  /** Path of an offered file. Main imports only a file that was opened from the file manager. */
  "data:import-offered": takes(z.tuple([z.string().max(33_000)])).returns<null>(),
  "data:export": takes(noArgs).returns<null>(),
  "data:cancel": takes(noArgs).returns<null>(),
  "data:dismiss": takes(noArgs).returns<null>(),
  /** Saves a list of all the lines that the last import skipped. */
  "data:save-skipped": takes(noArgs).returns<null>(),
  /** Shows the last task's file in the system's file manager. */
  "data:show-file": takes(noArgs).returns<null>(),

  // Updates of Tidemark itself. `updates:changed` reports the outcome of each call.
  "updates:state": takes(noArgs).returns<UpdateState>(),
  "updates:check": takes(noArgs).returns<null>(),
  "updates:download": takes(noArgs).returns<null>(),
  /** Discards a partial download. */
  "updates:cancel": takes(noArgs).returns<null>(),
  /** Quits Tidemark, installs the update and starts it again. */
  "updates:install": takes(noArgs).returns<null>(),
} as const;
export type InvokeChannel = keyof typeof invokeChannels;
export type InvokeArgs<C extends InvokeChannel> = z.output<(typeof invokeChannels)[C]["args"]>;
export type InvokeResult<C extends InvokeChannel> = Exclude<(typeof invokeChannels)[C]["result"], undefined>;

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
        readonly view: "watch" | "search" | "add" | "deals" | "alerts" | "settings" | "gallery";
        readonly section?: SettingsSection;
      }
    | { readonly command: "show-product"; readonly productKey: string }
    | { readonly command: "focus-lookup" }
    | { readonly command: "look-up"; readonly text: string }
    /** A deep link asks to add a product page, if the user agrees. */
    | { readonly command: "offer-page"; readonly url: string }
    /** A file was opened from the file manager; the user decides whether to use it. */
    | { readonly command: "offer-file"; readonly file: OfferedFile }
    | { readonly command: "show-shortcuts" };
}
export type PushChannel = keyof PushMessages;

/** `window.tidemark`: exposed by the preload script; in a browser, the page installs its own. */
export interface TidemarkBridge {
  invoke<K extends OperationName>(
    channel: "engine:call",
    operation: K,
    input: OperationInput<K>,
  ): Promise<CallResult<K>>;
  invoke<C extends Exclude<InvokeChannel, "engine:call">>(
    channel: C,
    ...args: InvokeArgs<C>
  ): Promise<InvokeResult<C>>;
  /**
   * Like `invoke`, but returns JSON: copying one string is much faster than cloning thousands of rows field by field.
   */
  invokeText<K extends OperationName>(
    channel: "engine:call",
    operation: K,
    input: OperationInput<K>,
  ): Promise<string>;
  /** Returns a function that unsubscribes. */
  on<C extends PushChannel>(channel: C, listener: (message: PushMessages[C]) => void): () => void;
  /** `web`: a page in a browser, served to a paired device. */
  readonly platform: "darwin" | "win32" | "linux" | "web";
  /** The setting when the window opened; `settings:changed` reports later changes. */
  readonly language: LanguageChoice;
  /** The system's languages as BCP 47 tags, most preferred first. */
  readonly systemLanguages: readonly string[];
}
