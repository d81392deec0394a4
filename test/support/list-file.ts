import type { ListFileOptions } from "../../src/main/engine/sources/lists/parsed-list.js";

/** How a test reads a file of links: in 2026, on a computer in UTC. */
export function fileOptions(options: Partial<ListFileOptions> = {}): ListFileOptions {
  return { fileName: "", pageUrl: null, nowMs: Date.UTC(2026, 10, 28), timeZone: "UTC", ...options };
}
