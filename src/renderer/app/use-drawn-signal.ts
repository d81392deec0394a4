import { useEffect } from "react";
import { bridge } from "../lib/bridge.js";

/**
 * Tells the main process once what was there to draw is on the screen. The engine starts then, and not before: its start
 * would take the time of the first picture. After a frame, because effects run before what they belong to is painted.
 */
export function useDrawnSignal(): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => void bridge().invoke("window:drawn")));
    return () => cancelAnimationFrame(frame);
  }, []);
}
