import type { EngineEvent } from "../../shared/engine-process.js";
import { bridge } from "../lib/bridge.js";

type Listener = (news: EngineEvent) => void;

const listeners = new Set<Listener>();

/** Listens to the engine's events. Returns its unsubscribe. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forwards the engine's events until the returned function is called. */
export function followNews(): () => void {
  return bridge().on("engine:event", (news) => {
    for (const listener of listeners) listener(news);
  });
}
