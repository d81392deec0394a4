import { useState } from "react";
import type { SelectedBackup } from "../../../shared/data/job.js";
import { bridge } from "../../lib/bridge.js";

/** The backup that the shopper has selected, until it is confirmed or dismissed. */
export function useChosenBackup() {
  const [chosen, setChosen] = useState<SelectedBackup | null>(null);
  return {
    chosen,
    /** A listed backup, or null for a file that the main process asks for. */
    choose: async (id: string | null) => setChosen(await bridge().invoke("data:select-backup", id)),
    forget: () => setChosen(null),
  };
}
