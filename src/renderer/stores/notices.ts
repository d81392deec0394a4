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
  /** While the previous notice of the topic is shown, this undo includes its undo. */
  readonly isCumulative?: true;
}

interface NewNotice {
  /** Replaces a notice with the same topic, so that notices do not pile up. */
  readonly topic?: string;
  readonly text: string;
  readonly tone?: "plain" | "bad";
  /** Shown until it is replaced or dismissed, such as the progress of work. */
  readonly isLasting?: true;
  readonly action?: NoticeAction;
  /** Offered before the action; pressing it forgets the notice's undo. */
  readonly alternative?: NoticeAction;
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
/** Changes that can be undone, the latest last. They outlive their notices. */
let undoStack: readonly Notice[] = [];
const maxUndo = 20;
/** Whether a change without an undo was made since the latest one with an undo. */
let isForgotten = false;
let runningChanges = 0;
/** Whether Ctrl/Cmd Z was pressed while a change was running. */
let isUndoAwaited = false;

function rememberUndo(notice: Notice): void {
  const { shown } = useNotices.getState();
  const isIncluded = ({ id, topic }: Notice) =>
    notice.action?.isCumulative && topic === notice.topic && shown.some((each) => each.id === id);
  undoStack = [...undoStack.filter((each) => !isIncluded(each)), notice].slice(-maxUndo);
  isForgotten = false;
}

export function notify(notice: NewNotice): void {
  if (isUndoAwaited && notice.action?.isUndo) {
    isUndoAwaited = false;
    if (notice.topic !== undefined) dismissTopic(notice.topic);
    notice.action.run();
    return;
  }
  const made = { ...notice, id: ++latestId };
  if (notice.action?.isUndo) rememberUndo(made);
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

interface Removals<Item> {
  readonly topic: string;
  readonly text: (items: readonly Item[]) => string;
  readonly restore: (items: readonly Item[]) => Promise<void>;
}

/** Announces removals. While the notice is shown, one Undo restores all removals in a row. */
export function createRemovalNotices<Item>({ topic, text, restore }: Removals<Item>) {
  let removed: readonly Item[] = [];
  return (items: readonly Item[]): void => {
    const all = isNoticeShown(topic) ? [...removed, ...items] : items;
    removed = all;
    const label = texts().common.undo;
    const action = { label, isUndo: true, isCumulative: true, run: () => void restore(all) } as const;
    notify({ topic, text: text(all), action });
  };
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }));
}

/** Also forgets the topic's undo, which no longer applies. */
export function dismissTopic(topic: string): void {
  undoStack = undoStack.filter((notice) => notice.topic !== topic);
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.topic !== topic) }));
}

/** Runs a notice's action, or its alternative, and dismisses it. */
export function actOnNotice({ id, action }: Notice, chosen = action): void {
  dismissNotice(id);
  undoStack = undoStack.filter((each) => each.action !== action);
  chosen?.run();
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
  undoStack = [];
  isForgotten = true;
}

/**
 * Undoes the latest change that was not undone yet, or says that it has no undo. Returns false if no change is known.
 */
export function undoLatest(): boolean {
  if (runningChanges > 0) {
    isUndoAwaited = true;
    return true;
  }
  const notice = undoStack.at(-1);
  if (notice === undefined) {
    if (isForgotten) notify({ topic: "undone", text: texts().common.noUndo });
    return isForgotten;
  }
  const isShown = useNotices.getState().shown.some(({ id }) => id === notice.id);
  actOnNotice(notice);
  const { action, text } = notice;
  const undone = action?.undone ?? texts().common.undone(text);
  // A notice that disappears says enough.
  if (!isShown && undone !== "") notify({ topic: "undone", text: undone });
  return true;
}
