import { create } from "zustand";
import type { UpdateState } from "../../shared/updates.js";
import { bridge } from "../lib/bridge.js";

interface Updates {
  /** Null until the main process has answered. */
  readonly update: UpdateState | null;
}

export const useUpdates = create<Updates>(() => ({ update: null }));

/** Follows the updater until the returned function is called. */
export function followUpdates(): () => void {
  let isHeard = false;
  const stop = bridge().on("updates:changed", (update) => {
    isHeard = true;
    useUpdates.setState({ update });
  });
  void bridge()
    .invoke("updates:state")
    .then((update) => isHeard || useUpdates.setState({ update }));
  return stop;
}
