import { create } from "zustand";
import type { CallError } from "../../shared/calls.js";
import { explainError } from "../lib/explain-error.js";
import { texts } from "../lib/texts.js";

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** Undoes a change, so that Ctrl/Cmd Z runs it, too. */
  readonly isUndo?: true;
  /**
   * What holds after an undo, shown if its notice has gone by then; empty if the undo announces that itself. By
   * default, the notice's text after "Undone:".
   */
  readonly undone?: string;
}

interface NewNotice {
  /** Replaces a notice with the same topic, so that notices do not pile up. */
  readonly topic?: string;
  readonly text: string;
  readonly tone?: "plain" | "bad";
  readonly action?: NoticeAction;
}

export interface Notice extends NewNotice {
  readonly id: number;
}

const maxShown = 3;

interface Notices {
  readonly shown: readonly Notice[];
}

/** Short messages in a corner of the window; they never take the focus. */
export const useNotices = create<Notices>(() => ({ shown: [] }));

let latestId = 0;
/** The latest change that can be undone, and its notice, which it outlives. */
let latestUndo: { readonly action: NoticeAction; readonly text: string } | null = null;
/** Ids up to here are of notices from before the latest change that cannot be undone by key. */
let latestForgotten = 0;
let runningChanges = 0;
/** Whether Ctrl/Cmd Z was pressed while a change was running. */
let isUndoAwaited = false;

export function notify(notice: NewNotice): void {
  if (isUndoAwaited && notice.action?.isUndo) {
    isUndoAwaited = false;
    if (notice.topic !== undefined) dismissTopic(notice.topic);
    notice.action.run();
    return;
  }
  if (notice.action?.isUndo) latestUndo = { action: notice.action, text: notice.text };
  const made = { ...notice, id: ++latestId };
  useNotices.setState(({ shown }) => ({
    shown: [...shown.filter(({ topic }) => topic === undefined || topic !== notice.topic), made].slice(
      -maxShown,
    ),
  }));
}

/** Reports a failed action whose place on screen has no room for the reason. */
export function notifyFailure(error: CallError): void {
  const { title, advice } = explainError(error);
  notify({ topic: `failure ${error.code}`, text: `${title} ${advice}`, tone: "bad" });
}

export function isNoticeShown(topic: string): boolean {
  return useNotices.getState().shown.some((notice) => notice.topic === topic);
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }));
}

export function dismissTopic(topic: string): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.topic !== topic) }));
}

/** Runs a notice's action and dismisses it. */
export function actOnNotice({ id, action }: Notice): void {
  dismissNotice(id);
  if (action === latestUndo?.action) latestUndo = null;
  action?.run();
}

/**
 * Runs an optimistic change that ends with an undo notice. An undo requested meanwhile runs as soon as the change is
 * complete.
 */
export async function undoable<T>(change: () => Promise<T>): Promise<T> {
  runningChanges++;
  try {
    return await change();
  } finally {
    runningChanges--;
    if (runningChanges === 0) isUndoAwaited = false;
  }
}

/** Called by a change without an undo: the undo key must not undo an older one instead. Buttons of notices still do. */
export function forgetUndo(): void {
  latestUndo = null;
  latestForgotten = latestId;
}

/** Undoes the latest change. Returns whether there is one. */
export function undoLatest(): boolean {
  if (runningChanges > 0) {
    isUndoAwaited = true;
    return true;
  }
  const notice = useNotices
    .getState()
    .shown.findLast(({ id, action }) => id > latestForgotten && action?.isUndo);
  if (notice) {
    actOnNotice(notice);
    return true;
  }
  if (latestUndo === null) return false;
  const { action, text } = latestUndo;
  latestUndo = null;
  action.run();
  const undone = action.undone ?? texts().common.undone(text);
  if (undone !== "") notify({ topic: "undone", text: undone });
  return true;
}
