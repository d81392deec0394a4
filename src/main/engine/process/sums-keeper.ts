import { closeSync, openSync } from "node:fs";
import { databaseFile } from "../db/data-folder.js";
import { stampOf } from "../db/file-stamp.js";
import { type FileStamp, isSameStamp, type PageSums, pageCount } from "../db/page-sums.js";
import { alteredSince, takeSums } from "../db/take-sums.js";
import { altered } from "../db/unusable.js";
import type { Logger } from "../operations/request/context.js";
import { startInterval } from "./timers.js";

/** A file that is the same at two looks is not being written to. */
const lookMs = 5_000;
/** A large database is summed up less often: it takes a two-hundredth of a core at most. */
const bytesPerRestMs = 12_500;
/** At the end nobody waits long for an engine: so much is read in a tenth of a second. */
const sealUpToBytes = 256 * 1024 * 1024;

export interface SumsKeeperOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  /** Sums that the file had to have when it was opened, where it was too large to be held against them then. */
  readonly unproven: PageSums | null;
  /** When the database was last found in order (`OpenedDb`). */
  readonly checkedMs: number;
  /** The database turned out to be damaged: sums would only say that it is to stay so. */
  readonly damage: AbortSignal;
}

/**
 * Keeps the sums of the database's pages beside it: takes them whenever it has come to rest, and once more at the end.
 * Made once the database is open; `seal` is called once it is closed, and is the only thing that may close what this
 * has opened (`sums-file.ts` says why).
 */
export class SumsKeeper {
  readonly #options: SumsKeeperOptions;
  readonly #file: string;
  readonly #ending = new AbortController();
  readonly #stopTicker: () => void;
  #unproven: PageSums | null;
  #descriptor: number | null = null;
  #seen: FileStamp | null = null;
  #taken: FileStamp | null = null;
  #underWay: Promise<void> | null = null;
  #restUntilMs = 0;
  #hasFailed = false;

  constructor(options: SumsKeeperOptions) {
    this.#options = options;
    this.#unproven = options.unproven;
    this.#file = databaseFile(options.dataFolder);
    this.#stopTicker = startInterval(lookMs, () => this.#lookRested(), options.log);
    void this.look();
  }

  /** Looks whether there is something to sum up. Never rejects. */
  look(): Promise<void> {
    if (this.#ending.signal.aborted) return Promise.resolve();
    this.#underWay ??= this.#guarded(() => this.#sumUp()).finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  /** Gives up what is under way; the database can be closed then. */
  async end(): Promise<void> {
    this.#stopTicker();
    this.#ending.abort();
    await this.#underWay;
  }

  /** The last sums, of a database that is closed: all of it is in the one file, if this was the last one to close it. */
  async seal(): Promise<void> {
    await this.#guarded(async () => {
      const stamp = stampOf(this.#file);
      const isAlone = stamp?.log === "" && stamp.bytes <= sealUpToBytes;
      if (isAlone && this.#unproven === null) await this.#take(new AbortController().signal);
    });
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #open(): number {
    this.#descriptor ??= openSync(this.#file, "r");
    return this.#descriptor;
  }

  #lookRested(): void {
    if (performance.now() >= this.#restUntilMs) void this.look();
  }

  async #sumUp(): Promise<void> {
    const now = stampOf(this.#file);
    const isAtRest = now !== null && this.#seen !== null && isSameStamp(now, this.#seen);
    this.#seen = now;
    if (!isAtRest || (this.#taken !== null && isSameStamp(now, this.#taken))) return;
    if (this.#unproven !== null) await this.#prove(this.#unproven);
    else this.#taken = await this.#take(this.#ending.signal);
    this.#restUntilMs = performance.now() + now.bytes / bytesPerRestMs;
  }

  async #take(signal: AbortSignal): Promise<FileStamp | null> {
    const { dataFolder: folder, checkedMs, damage } = this.#options;
    return damage.aborted ? null : takeSums({ folder, descriptor: this.#open(), checkedMs, signal });
  }

  /** What the start left undone. Told as any damage is that the engine meets while it runs. */
  async #prove(kept: PageSums): Promise<void> {
    const { log, dataFolder } = this.#options;
    const found = await alteredSince(this.#file, this.#open(), kept, this.#ending.signal);
    if (this.#ending.signal.aborted) return;
    this.#unproven = null;
    if (found > 0)
      log.error("The database was altered on the disk.", altered(dataFolder, found, pageCount(kept)));
  }

  /** Sums are of use, not of need: a disk that does not take them, or gives nothing, is no reason to disturb anybody. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#hasFailed) this.#options.log.error("The sums of the database's pages were not kept.", error);
      this.#hasFailed = true;
    }
  }
}
