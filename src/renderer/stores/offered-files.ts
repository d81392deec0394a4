import { create } from "zustand";
import type { OfferedFile } from "../../shared/data/job.js";
import { bridge } from "../lib/bridge.js";

interface OfferedFiles {
  /** What the system has handed over to be opened, and the shopper has not decided on yet; the first one is asked about. */
  readonly files: readonly OfferedFile[];
}

export const useOfferedFiles = create<OfferedFiles>(() => ({ files: [] }));

/** Behind those that wait: another must not slip under the button that is about to be pressed. */
export function offerFile(file: OfferedFile): void {
  useOfferedFiles.setState(({ files }) => ({
    files: files.some(({ path }) => path === file.path) ? files : [...files, file],
  }));
}

export function dropOfferedFile(): void {
  useOfferedFiles.setState(({ files }) => ({ files: files.slice(1) }));
}

/** The same import as by the button; its progress and its end are shown where the work is shown. */
export function importOfferedFile(path: string): void {
  dropOfferedFile();
  void bridge().invoke("data:import-offered", path);
}
