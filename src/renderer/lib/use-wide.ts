import { useSyncExternalStore } from "react";

/** Room for a list beside a page. */
const query = "(width >= 1400px)";

export function isWide(): boolean {
  return window.matchMedia(query).matches;
}

function follow(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether the window has room for a list and a page side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, isWide);
}
