import type { EngineEvent } from "../../shared/engine-process.js";
import { bridge } from "../lib/bridge.js";

type Listener = (event: EngineEvent) => void;

const listeners = new Set<Listener>();

/** Listens to the engine's events. Returns its unsubscribe. */
export function onEngineEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forwards the engine's events. */
export function followEngineEvents(): void {
  bridge().on("engine:event", (event) => {
    for (const listener of listeners) listener(event);
  });
}
