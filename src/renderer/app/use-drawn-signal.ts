import { useEffect } from "react";
import { bridge } from "../lib/bridge.js";

/**
 * Reports the first paint to the main process, which then starts the engine. Starting it earlier would delay the
 * paint. Waits a frame, because effects run before their elements are painted.
 */
export function useDrawnSignal(): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => void bridge().invoke("window:drawn")));
    return () => cancelAnimationFrame(frame);
  }, []);
}
