import { create } from "zustand";
import type { OfferedFile } from "../../shared/data/job.js";
import { bridge } from "../lib/bridge.js";
import { lookUp } from "./lookup.js";

interface OfferedFiles {
  /** Files opened from the operating system, until the shopper has decided. The first one is asked about. */
  readonly files: readonly OfferedFile[];
}

export const useOfferedFiles = create<OfferedFiles>(() => ({ files: [] }));

/** Queued at the end, so that another file does not slip under the button that is about to be pressed. */
export function offerFile(file: OfferedFile): void {
  useOfferedFiles.setState(({ files }) => ({
    files: files.some(({ path }) => path === file.path) ? files : [...files, file],
  }));
}

export function dropOfferedFile(): void {
  useOfferedFiles.setState(({ files }) => ({ files: files.slice(1) }));
}

/** Starts the same import as the button; the data settings show its progress. */
export function importOfferedFile(path: string): null {
  dropOfferedFile();
  void bridge().invoke("data:import-offered", path);
  return null;
}

interface OfferedPage {
  /** The product page that a web page asks to add, until the shopper has decided. */
  readonly url: string | null;
}

export const useOfferedPage = create<OfferedPage>(() => ({ url: null }));

/** Keeps the first page, so that another one does not slip under the button that is about to be pressed. */
export function offerPage(url: string): void {
  useOfferedPage.setState((state) => ({ url: state.url ?? url }));
}

export function declinePage(): void {
  useOfferedPage.setState({ url: null });
}

/** Opens the page's product, or adds an unknown one without asking again. */
export async function acceptPage(): Promise<null> {
  const { url } = useOfferedPage.getState();
  declinePage();
  if (url !== null) await lookUp(url);
  return null;
}
