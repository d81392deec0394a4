import { create } from "zustand";
import type { UpdateState } from "../../shared/updates.js";
import { bridge } from "../lib/bridge.js";

interface Updates {
  /** Null before main was asked. */
  readonly update: UpdateState | null;
}

export const useUpdates = create<Updates>(() => ({ update: null }));

/** Follows main until the returned function is called; only who shows updates needs to. */
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
