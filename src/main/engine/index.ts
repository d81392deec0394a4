/** The engine's public face: its types. It runs in a process of its own and is spoken to in messages. */
export type { Engine, EngineOptions } from "./process/engine.js";
