import type { UpdateState } from "../../../shared/updates.js";
import type { Log } from "../log.js";
import { problemOf } from "./update-failure.js";
import { nextUpdateState, type UpdateEvent } from "./update-state.js";
import type { Updater } from "./updater.js";

/** An error of the updater's carries the whole answer of the server. */
const longestLine = 500;

export interface UpdateDeskOptions {
  /** Loads the updater at its first use; null in a build that was made without an address to ask. */
  readonly updater: (() => Promise<Updater>) | null;
  /** Where packages are to be had that cannot replace themselves; null where this one can. */
  readonly byHandFrom: string | null;
  readonly onState: (state: UpdateState) => void;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Looks for updates, fetches and installs them: each when it is asked to, one at a time. */
export class UpdateDesk {
  readonly #options: UpdateDeskOptions;
  #state: UpdateState;
  #updater: Promise<Updater> | null = null;
  #cancelling = new AbortController();

  constructor(options: UpdateDeskOptions) {
    this.#options = options;
    this.#state = options.updater === null ? { state: "unavailable" } : { state: "idle" };
  }

  get state(): UpdateState {
    return this.#state;
  }

  async check(): Promise<void> {
    if (!this.#advance({ kind: "check-asked" })) return;
    await this.#try(async (updater) => {
      const found = await updater.check();
      const { byHandFrom, nowMs } = this.#options;
      if (found === null) this.#advance({ kind: "up-to-date", atMs: nowMs() });
      else this.#advance({ kind: "found", offer: { ...found, byHandFrom } });
    });
  }

  async download(): Promise<void> {
    if (!this.#advance({ kind: "download-asked" })) return;
    this.#cancelling = new AbortController();
    const { signal } = this.#cancelling;
    await this.#try(async (updater) => {
      await updater.download((progress) => this.#advance({ kind: "progress", progress }), signal);
      this.#advance({ kind: "downloaded" });
    });
  }

  /** Nothing of a half download is kept. */
  cancel(): void {
    this.#cancelling.abort();
  }

  async install(): Promise<void> {
    if (this.#state.state === "ready") await this.#try((updater) => updater.install());
  }

  async #try(work: (updater: Updater) => Promise<void>): Promise<void> {
    try {
      this.#updater ??= this.#load();
      await work(await this.#updater);
    } catch (error) {
      if (this.#state.state === "downloading" && this.#cancelling.signal.aborted)
        return void this.#advance({ kind: "cancelled" });
      this.#options.log(`An update failed: ${String(error).slice(0, longestLine)}`);
      this.#advance({ kind: "failed", problem: problemOf(error) });
    }
  }

  async #load(): Promise<Updater> {
    if (this.#options.updater === null) throw new Error("This build has no updates.");
    return this.#options.updater();
  }

  /** Answers whether the event has changed anything. */
  #advance(event: UpdateEvent): boolean {
    const next = nextUpdateState(this.#state, event);
    if (next === this.#state) return false;
    this.#state = next;
    this.#options.onState(next);
    return true;
  }
}
