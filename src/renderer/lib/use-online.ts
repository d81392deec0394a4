import { useSyncExternalStore } from "react";

function follow(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Whether the computer has a network at all; `true` does not mean that a shop can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine);
}
