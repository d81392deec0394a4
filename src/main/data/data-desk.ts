import { writeFile } from "node:fs/promises";
import type { SkippedLine } from "../../shared/data/host-operations.js";
import type {
  ChosenBackup,
  DataResult,
  DataTask,
  DataWork,
  KeptCopy,
  OfferedFile,
  RunningWork,
} from "../../shared/data/work.js";
import type { HostWork } from "../engine-host/host-calls.js";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { OpenedKind } from "../shell/opened-file.js";
import { describeCatalogue } from "./describe-catalogue.js";
import { type FileSize, fileSize } from "./file-size.js";
import { keptCopies } from "./kept-copies.js";
import type { LastCopy } from "./last-copy.js";
import { resultOf, skippedText, summaryOf } from "./results.js";

/** Each resolves to the selected file, or null if the user cancelled. */
export interface FileDialogs {
  saveBackup(): Promise<string | null>;
  openBackup(): Promise<string | null>;
  saveCatalogue(): Promise<string | null>;
  openCatalogue(): Promise<string | null>;
  saveSkipped(): Promise<string | null>;
}

export interface DataDeskOptions {
  readonly engine: Pick<Supervisor, "callHost" | "restore" | "settled">;
  readonly dialogs: FileDialogs;
  readonly dataFolder: string;
  readonly lastCopy: LastCopy;
  readonly onWork: (work: DataWork | null) => void;
  /** A restore has replaced the data, so everything the window shows is stale. */
  readonly onReplaced: () => void;
  readonly showFile: (path: string) => void;
  /** The list of skipped lines could not be saved. */
  readonly onUnsaved: (error: unknown) => void;
}

/** Runs backups, restores, imports and exports, one at a time, on files selected in main's own dialogs. */
export class DataDesk {
  readonly #options: DataDeskOptions;
  #work: DataWork | null = null;
  #isAsking = false;
  #cancelling = new AbortController();
  #chosen: string | null = null;
  /** Files opened from the system. The window may import or restore them once the user agrees. */
  readonly #offered = new Set<string>();
  #skipped: readonly SkippedLine[] = [];

  constructor(options: DataDeskOptions) {
    this.#options = options;
  }

  get work(): DataWork | null {
    return this.#work;
  }

  copies(): KeptCopy[] {
    return keptCopies(this.#options.dataFolder, this.#options.lastCopy.path());
  }

  async backUp(): Promise<void> {
    const { engine, dialogs, lastCopy } = this.#options;
    await this.#onFile("back-up", dialogs.saveBackup, async (file, options) => {
      const answer = await engine.callHost("backup.write", { file }, options);
      if (answer.outcome === "done") lastCopy.remember(file);
      return resultOf(answer, ({ bytes }) => ({ kind: "backed-up", bytes }));
    });
  }

  async exportCatalogue(): Promise<void> {
    const { engine, dialogs } = this.#options;
    await this.#onFile("export", dialogs.saveCatalogue, async (file, options) =>
      resultOf(await engine.callHost("catalogue.export", { file }, options), (counts) => ({
        kind: "exported",
        counts,
      })),
    );
  }

  async importCatalogue(): Promise<void> {
    await this.#onFile("import", this.#options.dialogs.openCatalogue, this.#import);
  }

  async importOffered(path: string): Promise<void> {
    if (this.#isBusy || !this.#offered.delete(path)) return;
    await this.#run("import", path, (options) => this.#import(path, options));
  }

  /** Describes a file opened from the system, so that the user can decide what to do with it. Never rejects. */
  async offer(path: string, kind: OpenedKind): Promise<OfferedFile> {
    this.#offered.add(path);
    if (kind === "catalogue") return describeCatalogue(path);
    return { kind, ...(await this.#describe(path, fileSize(path))) };
  }

  /** Selects a known backup by its id; null opens a file dialog instead. */
  async chooseBackup(id: string | null): Promise<ChosenBackup | null> {
    const path =
      id === null
        ? await this.#ask(this.#options.dialogs.openBackup)
        : (this.copies().find((copy) => copy.id === id)?.path ?? null);
    this.#chosen = path;
    return path === null ? null : this.#describe(path, fileSize(path));
  }

  /**
   * Restores the last selected backup, or one that was opened from the system. Takes the path on display because the
   * window may still show the first of two selections.
   */
  async restore(shownPath: string): Promise<void> {
    const isShown = shownPath === this.#chosen || this.#offered.has(shownPath);
    if (!isShown || this.#isBusy) return;
    this.#chosen = null;
    this.#offered.delete(shownPath);
    const result = await this.#run("restore", shownPath, () => this.#putInPlace(shownPath));
    if (result.kind === "restored") this.#options.onReplaced();
  }

  /** Keeps lines imported so far; removes a partial backup or export. A restore cannot be cancelled. */
  cancel(): void {
    if (this.#work?.phase !== "running" || this.#work.task === "restore") return;
    this.#cancelling.abort();
    this.#show({ ...this.#work, isCancelling: true });
  }

  dismiss(): void {
    if (this.#work?.phase === "ended") this.#show(null);
  }

  async saveSkipped(): Promise<void> {
    const path = await this.#ask(this.#options.dialogs.saveSkipped);
    if (path !== null) await writeFile(path, skippedText(this.#skipped)).catch(this.#options.onUnsaved);
  }

  /** Shows the file written by the last task, or the previous data that a restore set aside. */
  showFile(): void {
    if (this.#work?.phase !== "ended") return;
    const { path, result } = this.#work;
    if (result.kind === "restored" && result.previous !== null) this.#options.showFile(result.previous);
    if (result.kind === "backed-up" || result.kind === "exported") this.#options.showFile(path);
  }

  get #isBusy(): boolean {
    return this.#isAsking || this.#work?.phase === "running";
  }

  /** One dialog at a time. */
  async #ask(dialog: () => Promise<string | null>): Promise<string | null> {
    if (this.#isBusy) return null;
    this.#isAsking = true;
    try {
      return await dialog();
    } finally {
      this.#isAsking = false;
    }
  }

  async #onFile(
    task: DataTask,
    dialog: () => Promise<string | null>,
    execute: (file: string, options: HostWork) => Promise<DataResult>,
  ): Promise<void> {
    const file = await this.#ask(dialog);
    if (file !== null) await this.#run(task, file, (options) => execute(file, options));
  }

  async #run(
    task: DataTask,
    path: string,
    execute: (options: HostWork) => Promise<DataResult>,
  ): Promise<DataResult> {
    this.#cancelling = new AbortController();
    let running: RunningWork = { phase: "running", task, path, progress: null, isCancelling: false };
    this.#show(running);
    const { signal } = this.#cancelling;
    const options: HostWork = {
      signal,
      onProgress: (progress) => {
        running = { ...running, progress, isCancelling: signal.aborted };
        this.#show(running);
      },
    };
    const result = await execute(options).catch(unexpected);
    this.#show({ phase: "ended", task, path, result });
    return result;
  }

  readonly #import = async (file: string, options: HostWork): Promise<DataResult> =>
    resultOf(await this.#options.engine.callHost("catalogue.import", { file }, options), (report) => {
      this.#skipped = report.skipped;
      return { kind: "imported", summary: summaryOf(report) };
    });

  async #putInPlace(path: string): Promise<DataResult> {
    const isKnown = this.copies().some((copy) => copy.path === path);
    const answer = await this.#options.engine.restore(path);
    // A backup that restored successfully is worth listing.
    if (answer.outcome === "done" && !isKnown) this.#options.lastCopy.remember(path);
    // Only then can the window load the restored data, or show why the engine did not start.
    await this.#options.engine.settled();
    return resultOf(answer, ({ previous }) => ({ kind: "restored", previous }));
  }

  async #describe(path: string, size: FileSize): Promise<ChosenBackup> {
    const quiet: HostWork = { onProgress: () => undefined, signal: new AbortController().signal };
    const answer = await this.#options.engine.callHost("backup.inspect", { file: path }, quiet);
    const chosen = { path, ...size, products: null, problem: null };
    if (answer.outcome === "done") return { ...chosen, ...answer.data };
    // Without an engine the file cannot be inspected; the restore itself checks it.
    if (answer.outcome === "failed" && answer.problem.kind !== "engine-away")
      return { ...chosen, problem: answer.problem };
    return chosen;
  }

  #show(work: DataWork | null): void {
    this.#work = work;
    this.#options.onWork(work);
  }
}

/** Ends the task in the window, too, when it fails with an unforeseen error. */
function unexpected(error: unknown): DataResult {
  const message = error instanceof Error ? error.message : String(error);
  const action = "Try again. If that does not help, restart Tidemark.";
  return { kind: "failed", problem: { kind: "unexpected", path: null, message, action } };
}
