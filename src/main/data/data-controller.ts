import { writeFile } from "node:fs/promises";
import { assertNever } from "../../shared/assert-never.js";
import type { FileImportReport, HostAnswer, SkippedLine } from "../../shared/data/host-operations.js";
import type {
  DataJob,
  DataResult,
  DataTask,
  ImportSummary,
  KnownBackup,
  OfferedFile,
  RunningJob,
  SelectedBackup,
} from "../../shared/data/job.js";
import { maxSkippedShown } from "../../shared/data/job.js";
import type { HostCallOptions, Supervisor } from "../engine-host/supervisor.js";
import type { OpenedKind } from "../launch/opened-file.js";
import { describeCatalogue } from "./describe-catalogue.js";
import { type LastManualBackup, listKnownBackups, readFileInfo } from "./known-backups.js";

/** Each resolves to the selected file, or null if the user cancelled. */
export interface FileDialogs {
  saveBackup(): Promise<string | null>;
  openBackup(): Promise<string | null>;
  saveCatalogue(): Promise<string | null>;
  openCatalogue(): Promise<string | null>;
  saveSkipped(): Promise<string | null>;
}

export interface DataControllerOptions {
  readonly engine: Pick<Supervisor, "callHost" | "restore" | "whenSettled">;
  readonly dialogs: FileDialogs;
  readonly dataFolder: string;
  readonly lastManualBackup: LastManualBackup;
  readonly onJobChange: (job: DataJob | null) => void;
  /** A restore has replaced the data, so everything the window shows is stale. */
  readonly onDataReplaced: () => void;
  readonly showFile: (path: string) => void;
  /** The list of skipped lines could not be saved. */
  readonly onSaveFailed: (error: unknown) => void;
}

/** Runs backups, restores, imports and exports, one at a time, on files selected in main's own dialogs. */
export class DataController {
  readonly #options: DataControllerOptions;
  #job: DataJob | null = null;
  #isDialogOpen = false;
  #abortController = new AbortController();
  #selectedPath: string | null = null;
  /** Files opened from the file manager. The window may import or restore them once the user agrees. */
  readonly #offeredPaths = new Set<string>();
  #skippedLines: readonly SkippedLine[] = [];

  constructor(options: DataControllerOptions) {
    this.#options = options;
  }

  get job(): DataJob | null {
    return this.#job;
  }

  knownBackups(): KnownBackup[] {
    return listKnownBackups(this.#options.dataFolder, this.#options.lastManualBackup.path());
  }

  async backUp(): Promise<void> {
    const { engine, dialogs, lastManualBackup } = this.#options;
    await this.#runOnSelectedFile("back-up", dialogs.saveBackup, async (file, callOptions) => {
      const answer = await engine.callHost("backup.write", { file }, callOptions);
      if (answer.outcome === "done") lastManualBackup.save(file);
      return toDataResult(answer, ({ bytes }) => ({ kind: "backed-up", bytes }));
    });
  }

  async exportCatalogue(): Promise<void> {
    const { engine, dialogs } = this.#options;
    await this.#runOnSelectedFile("export", dialogs.saveCatalogue, async (file, callOptions) =>
      toDataResult(await engine.callHost("catalogue.export", { file }, callOptions), (counts) => ({
        kind: "exported",
        counts,
      })),
    );
  }

  async importCatalogue(): Promise<void> {
    await this.#runOnSelectedFile("import", this.#options.dialogs.openCatalogue, this.#import);
  }

  async importOffered(path: string): Promise<void> {
    if (this.#isBusy || !this.#offeredPaths.delete(path)) return;
    await this.#runJob("import", path, (options) => this.#import(path, options));
  }

  /** Describes a file opened from the file manager, so that the user can decide whether to use it. Never rejects. */
  async offer(path: string, kind: OpenedKind): Promise<OfferedFile> {
    this.#offeredPaths.add(path);
    if (kind === "catalogue") return describeCatalogue(path);
    return { kind, ...(await this.#describeBackup(path)) };
  }

  /** Selects a known backup by its id; null opens a file dialog instead. */
  async selectBackup(id: string | null): Promise<SelectedBackup | null> {
    const path =
      id === null
        ? await this.#openDialog(this.#options.dialogs.openBackup)
        : (this.knownBackups().find((backup) => backup.id === id)?.path ?? null);
    this.#selectedPath = path;
    return path === null ? null : this.#describeBackup(path);
  }

  /**
   * Restores the last selected backup, or one opened from the file manager. The window passes the path that it shows,
   * which may be that of an earlier selection.
   */
  async restore(shownPath: string, trust: boolean): Promise<void> {
    const isShown = shownPath === this.#selectedPath || this.#offeredPaths.has(shownPath);
    if (!isShown || this.#isBusy) return;
    this.#selectedPath = null;
    this.#offeredPaths.delete(shownPath);
    const result = await this.#runJob("restore", shownPath, () => this.#restoreBackup(shownPath, trust));
    if (result.kind === "restored") this.#options.onDataReplaced();
  }

  /** Keeps lines imported so far; removes a partial backup or export. A restore cannot be cancelled. */
  cancel(): void {
    if (this.#job?.phase !== "running" || this.#job.task === "restore") return;
    this.#abortController.abort();
    this.#setJob({ ...this.#job, isCancelling: true });
  }

  dismiss(): void {
    if (this.#job?.phase === "ended") this.#setJob(null);
  }

  async saveSkipped(): Promise<void> {
    const path = await this.#openDialog(this.#options.dialogs.saveSkipped);
    if (path !== null)
      await writeFile(path, formatSkippedLines(this.#skippedLines)).catch(this.#options.onSaveFailed);
  }

  /** Shows the file written by the last task, or the previous data that a restore set aside. */
  showFile(): void {
    if (this.#job?.phase !== "ended") return;
    const { path, result } = this.#job;
    if (result.kind === "restored" && result.previous !== null) this.#options.showFile(result.previous);
    if (result.kind === "backed-up" || result.kind === "exported") this.#options.showFile(path);
  }

  get #isBusy(): boolean {
    return this.#isDialogOpen || this.#job?.phase === "running";
  }

  /** One dialog at a time. */
  async #openDialog(dialog: () => Promise<string | null>): Promise<string | null> {
    if (this.#isBusy) return null;
    this.#isDialogOpen = true;
    try {
      return await dialog();
    } finally {
      this.#isDialogOpen = false;
    }
  }

  async #runOnSelectedFile(
    task: DataTask,
    dialog: () => Promise<string | null>,
    run: (file: string, callOptions: HostCallOptions) => Promise<DataResult>,
  ): Promise<void> {
    const file = await this.#openDialog(dialog);
    if (file !== null) await this.#runJob(task, file, (callOptions) => run(file, callOptions));
  }

  async #runJob(
    task: DataTask,
    path: string,
    run: (callOptions: HostCallOptions) => Promise<DataResult>,
  ): Promise<DataResult> {
    this.#abortController = new AbortController();
    let running: RunningJob = { phase: "running", task, path, progress: null, isCancelling: false };
    this.#setJob(running);
    const { signal } = this.#abortController;
    const callOptions: HostCallOptions = {
      signal,
      onProgress: (progress) => {
        running = { ...running, progress, isCancelling: signal.aborted };
        this.#setJob(running);
      },
    };
    const result = await run(callOptions).catch(toFailure);
    this.#setJob({ phase: "ended", task, path, result });
    return result;
  }

  readonly #import = async (file: string, callOptions: HostCallOptions): Promise<DataResult> =>
    toDataResult(await this.#options.engine.callHost("catalogue.import", { file }, callOptions), (report) => {
      this.#skippedLines = report.skipped;
      return { kind: "imported", summary: summarizeImport(report) };
    });

  async #restoreBackup(path: string, trust: boolean): Promise<DataResult> {
    const isKnown = this.knownBackups().some((backup) => backup.path === path);
    const answer = await this.#options.engine.restore({ file: path, trust });
    // A backup that restored successfully is worth listing.
    if (answer.outcome === "done" && !isKnown) this.#options.lastManualBackup.save(path);
    // Before that the window can neither load the restored data nor show why the engine did not start.
    await this.#options.engine.whenSettled();
    return toDataResult(answer, (restored) => ({ kind: "restored", ...restored }));
  }

  async #describeBackup(path: string): Promise<SelectedBackup> {
    const ignoreProgress: HostCallOptions = {
      onProgress: () => undefined,
      signal: new AbortController().signal,
    };
    const answer = await this.#options.engine.callHost("backup.inspect", { file: path }, ignoreProgress);
    // Opening a missing file reports the error.
    const info = readFileInfo(path) ?? { bytes: 0, modifiedMs: 0 };
    const description = { path, ...info, products: null, powers: null, problem: null };
    if (answer.outcome === "done") return { ...description, ...answer.data };
    // Without an engine the file cannot be inspected; the restore itself checks it.
    if (answer.outcome === "failed" && answer.problem.kind !== "engine-away")
      return { ...description, problem: answer.problem };
    return description;
  }

  #setJob(job: DataJob | null): void {
    this.#job = job;
    this.#options.onJobChange(job);
  }
}

/** Without a result for an unexpected error, the window would show the task as running forever. */
function toFailure(error: unknown): DataResult {
  const message = error instanceof Error ? error.message : String(error);
  const action = "Try again. If that does not help, restart Tidemark.";
  return { kind: "failed", problem: { kind: "unexpected", path: null, message, action } };
}

/** Converts the engine's answer to a result for the window. */
function toDataResult<T>(answer: HostAnswer<T>, convert: (data: T) => DataResult): DataResult {
  switch (answer.outcome) {
    case "done":
      return convert(answer.data);
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", problem: answer.problem };
    default:
      return assertNever(answer);
  }
}

/** The window shows only the first skipped lines; the user can save all of them to a file. */
function summarizeImport({ skipped, ...report }: FileImportReport): ImportSummary {
  return { ...report, skipped: skipped.slice(0, maxSkippedShown) };
}

function formatSkippedLines(lines: readonly SkippedLine[]): string {
  return lines.map(({ line, reason }) => `${line}: ${reason}\n`).join("");
}
