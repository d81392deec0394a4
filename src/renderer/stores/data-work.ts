import { create } from "zustand";
import type { DataJob, KnownBackup } from "../../shared/data/job.js";
import { bridge, followState } from "../lib/bridge.js";
import { forgetCatalogue } from "./products.js";

interface DataWorkState {
  readonly work: DataJob | null;
  /** Null until the main process has answered. */
  readonly copies: readonly KnownBackup[] | null;
}

/** The main process's running or finished file operation, and its known backups. */
export const useDataWork = create<DataWorkState>(() => ({ work: null, copies: null }));

export async function loadCopies(): Promise<void> {
  useDataWork.setState({ copies: await bridge().invoke("data:known-backups") });
}

function take(work: DataJob | null): void {
  const before = useDataWork.getState().work;
  useDataWork.setState({ work });
  if (work?.phase !== "ended" || before?.phase === "ended") return;
  void loadCopies();
  if (work.result.kind === "imported") forgetCatalogue();
}

/** Follows the main process's file operations. Requests the present state, because the page may have reloaded. */
export function followDataWork(): void {
  followState("data:progress", () => bridge().invoke("data:state"), take);
}
