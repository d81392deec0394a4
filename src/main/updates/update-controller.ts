import type { UpdateState } from "../../shared/updates.js";
import type { Log } from "../launch/log.js";
import type { Updater } from "./electron-updates.js";
import { classifyUpdateError } from "./update-failure.js";
import { nextUpdateState, type UpdateEvent } from "./update-state.js";

/** The updater's errors contain the server's whole response. */
const maxErrorChars = 500;

export interface UpdateControllerOptions {
  /** Loads the updater on first use; null in a build without an update server. */
  readonly updater: (() => Promise<Updater>) | null;
  /** The download page, for packages that cannot install updates; null otherwise. */
  readonly manualDownloadUrl: string | null;
  readonly onState: (state: UpdateState) => void;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Checks for updates, downloads and installs them, one step at a time and only on request. */
export class UpdateController {
  readonly #options: UpdateControllerOptions;
  #state: UpdateState;
  #updater: Promise<Updater> | null = null;
  #abortController = new AbortController();

  constructor(options: UpdateControllerOptions) {
    this.#options = options;
    this.#state = options.updater === null ? { state: "unavailable" } : { state: "idle" };
  }

  get state(): UpdateState {
    return this.#state;
  }

  async check(): Promise<void> {
    if (!this.#advance({ kind: "check-requested" })) return;
    await this.#runUpdaterStep(async (updater) => {
      const found = await updater.check();
      const { manualDownloadUrl, nowMs } = this.#options;
      if (found === null) this.#advance({ kind: "up-to-date", atMs: nowMs() });
      else this.#advance({ kind: "found", offer: { ...found, manualDownloadUrl } });
    });
  }

  async download(): Promise<void> {
    if (!this.#advance({ kind: "download-requested" })) return;
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    await this.#runUpdaterStep(async (updater) => {
      await updater.download((progress) => this.#advance({ kind: "progress", progress }), signal);
      this.#advance({ kind: "downloaded" });
    });
  }

  /** Discards a partial download. */
  cancel(): void {
    this.#abortController.abort();
  }

  async install(): Promise<void> {
    if (this.#state.state === "ready") await this.#runUpdaterStep((updater) => updater.install());
  }

  async #runUpdaterStep(step: (updater: Updater) => Promise<void>): Promise<void> {
    try {
      this.#updater ??= this.#load();
      await step(await this.#updater);
    } catch (error) {
      if (this.#state.state === "downloading" && this.#abortController.signal.aborted)
        return void this.#advance({ kind: "cancelled" });
      this.#options.log(`An update failed: ${String(error).slice(0, maxErrorChars)}`);
      this.#advance({ kind: "failed", reason: classifyUpdateError(error) });
    }
  }

  async #load(): Promise<Updater> {
    if (this.#options.updater === null) throw new Error("This build has no update server.");
    return this.#options.updater();
  }

  /** Returns whether the event changed the state. */
  #advance(event: UpdateEvent): boolean {
    const next = nextUpdateState(this.#state, event);
    if (next === this.#state) return false;
    this.#state = next;
    this.#options.onState(next);
    return true;
  }
}
