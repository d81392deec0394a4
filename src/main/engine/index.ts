/** The engine's public interface is types only: it runs in its own process and communicates by messages. */
export type { Engine, EngineOptions } from "./process/engine.js";
