import { type Entry, useAdding } from "./adding/entries.js";
import { restoreEntries, retryUnreached } from "./adding/queue.js";
import { engineSettled } from "./engine.js";

/** Versioned, so that entries in an older shape are ignored. */
const key = "open links 1";

function isEntry(entry: unknown): entry is Entry {
  return (
    typeof entry === "object" &&
    entry !== null &&
    typeof Reflect.get(entry, "text") === "string" &&
    typeof Reflect.get(entry, "said") === "object" &&
    typeof Reflect.get(entry, "state")?.kind === "string"
  );
}

function storedEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function store(entries: readonly Entry[]): void {
  const open = entries.filter(({ state }) => state.kind !== "watched");
  try {
    if (open.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(open));
  } catch {
    // Without room on the disk, links stay open until the window closes.
  }
}

/**
 * Keeps open links across restarts: interrupted ones are read again, and questions wait on. Links whose shop could
 * not be reached are read again once the computer is online.
 */
export function keepOpenLinks(): () => void {
  const stored = storedEntries();
  const stop = useAdding.subscribe(({ entries }, before) => entries !== before.entries && store(entries));
  window.addEventListener("online", retryUnreached);
  void engineSettled().then(() => restoreEntries(stored));
  return () => {
    window.removeEventListener("online", retryUnreached);
    stop();
  };
}
