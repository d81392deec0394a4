import { create } from "zustand";
import type { EngineStatus } from "../../shared/ipc.js";
import { bridge, followState } from "../lib/bridge.js";

interface EngineState {
  readonly status: EngineStatus;
}

/** The engine's lifecycle state, as the main process reports it. */
export const useEngine = create<EngineState>(() => ({ status: { state: "starting" } }));

/** Whether the engine cannot write to the data folder, so that nothing is checked. */
export function isReadOnly(status: EngineStatus): boolean {
  return status.state === "ready" && status.isReadOnly === true;
}

export const useReadOnly = (): boolean => useEngine(({ status }) => isReadOnly(status));

/** Follows the engine's status. */
export function followEngine(): void {
  const request = () => bridge().invoke("engine:status");
  followState("engine:status-changed", request, (status) => useEngine.setState({ status }));
}

function isSettled(status: EngineStatus): boolean {
  return status.state === "ready" || status.state === "stopped";
}

/** Resolves when the engine is ready, or has finally stopped. */
export function engineSettled(): Promise<EngineStatus> {
  const { status } = useEngine.getState();
  if (isSettled(status)) return Promise.resolve(status);
  return new Promise((resolve) => {
    const stop = useEngine.subscribe((state) => {
      if (!isSettled(state.status)) return;
      stop();
      resolve(state.status);
    });
  });
}

/** Calls `listener` each time the engine becomes ready. Returns its unsubscribe. */
export function onEngineReady(listener: () => void): () => void {
  return useEngine.subscribe((now, before) => {
    if (now.status.state === "ready" && before.status.state !== "ready") listener();
  });
}
