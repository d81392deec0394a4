import type { Supervisor } from "../engine-host/supervisor.js";
import type { CallEngine } from "../ipc/engine-call.js";

export interface UnreadCount {
  count(): number;
  /** Counts again after alerts were read, removed or added. */
  refresh(): void;
  onChange(listener: (count: number) => void): void;
}

/** Tracks the number of unread alerts, for the tray and the app's badge. */
export function trackUnread(engine: Supervisor): UnreadCount {
  const listeners: ((count: number) => void)[] = [];
  let count = 0;
  const update = (newCount: number) => {
    if (newCount === count) return;
    count = newCount;
    for (const listener of listeners) listener(count);
  };
  const refresh = async () => {
    const result = await engine.call("inbox.list", { limit: 1 });
    if (result.ok && "unread" in result.data) update(result.data.unread);
  };
  engine.onStatus(({ state }) => {
    if (state === "ready") void refresh();
  });
  engine.onEvent(({ kind }) => {
    if (kind === "inbox") void refresh();
  });
  return {
    count: () => count,
    refresh: () => void refresh(),
    onChange: (listener) => listeners.push(listener),
  };
}

/** Calls the engine on behalf of the window, and refreshes the unread count if the call may have changed it. */
export function withUnreadRefresh(engine: Supervisor, unread: UnreadCount): CallEngine {
  return async (operation, input) => {
    const result = await engine.call(operation, input);
    if (operation.startsWith("inbox.") && operation !== "inbox.list") unread.refresh();
    return result;
  };
}
