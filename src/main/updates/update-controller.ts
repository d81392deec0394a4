import type { OfferedUpdate, UpdateState } from "../../shared/updates.js";
import type { Log } from "../launch/log.js";
import type { Updater } from "./electron-updates.js";
import { classifyUpdateError } from "./update-failure.js";

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

  /** Does not discard a download that is running or complete. */
  async check(): Promise<void> {
    if (!["idle", "none", "available", "failed"].includes(this.#state.state)) return;
    this.#setState({ state: "checking" });
    await this.#runStep("check", null, async (updater) => {
      const found = await updater.check();
      const { manualDownloadUrl, nowMs } = this.#options;
      return found === null
        ? { state: "none", checkedAtMs: nowMs() }
        : { state: "available", offer: { ...found, manualDownloadUrl } };
    });
  }

  async download(): Promise<void> {
    const { state } = this.#state;
    const offer = state === "available" || state === "failed" ? this.#state.offer : null;
    if (offer === null || offer.manualDownloadUrl !== null) return;
    this.#setState({ state: "downloading", offer, progress: null });
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    await this.#runStep("download", offer, async (updater) => {
      await updater.download((progress) => this.#setState({ state: "downloading", offer, progress }), signal);
      return { state: "ready", offer };
    });
  }

  /** Discards a partial download. */
  cancel(): void {
    this.#abortController.abort();
  }

  async install(): Promise<void> {
    if (this.#state.state !== "ready") return;
    const { offer } = this.#state;
    await this.#runStep("install", offer, async (updater) => {
      await updater.install();
      return { state: "ready", offer };
    });
  }

  async #runStep(
    step: "check" | "download" | "install",
    offer: OfferedUpdate | null,
    run: (updater: Updater) => Promise<UpdateState>,
  ): Promise<void> {
    try {
      this.#updater ??= this.#load();
      this.#setState(await run(await this.#updater));
    } catch (error) {
      if (step === "download" && offer !== null && this.#abortController.signal.aborted)
        return this.#setState({ state: "available", offer });
      this.#options.log(`An update failed: ${String(error).slice(0, maxErrorChars)}`);
      this.#setState({ state: "failed", step, reason: classifyUpdateError(error), offer });
    }
  }

  async #load(): Promise<Updater> {
    if (this.#options.updater === null) throw new Error("This build has no update server.");
    return this.#options.updater();
  }

  #setState(state: UpdateState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
