import { useState } from "react";
import type { SelectedBackup } from "../../../shared/data/job.js";
import { bridge } from "../../lib/bridge.js";

/** The backup that the shopper has pointed at, until it is confirmed or let go. */
export function useChosenBackup() {
  const [chosen, setChosen] = useState<SelectedBackup | null>(null);
  return {
    chosen,
    /** One of the list, or, for null, a file that main asks for. */
    choose: async (id: string | null) => setChosen(await bridge().invoke("data:select-backup", id)),
    forget: () => setChosen(null),
  };
}
