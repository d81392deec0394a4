import { create } from "zustand";
import type { CallError } from "../../shared/calls.js";
import { explainError } from "../lib/explain-error.js";

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** Undoes what the engine has not recorded, so that Ctrl/Cmd Z runs it, too. */
  readonly isUndo?: true;
}

export interface NewNotice {
  /** Replaces a notice with the same topic, so that notices do not pile up. */
  readonly topic?: string;
  readonly text: string;
  readonly tone?: "plain" | "bad";
  /** Shown until it is replaced or dismissed, such as the progress of work. */
  readonly isLasting?: true;
  /** The recorded act that it announces. */
  readonly actId?: number;
  readonly action?: NoticeAction;
  /** Offered before the action. */
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
/** What the undo key undoes: the latest recorded act, a part of one by its id, or a change that only the window knows. */
type LatestChange = "act" | number | Notice;
let latestChange: LatestChange = "act";

export function notify(notice: NewNotice): void {
  const made = { ...notice, id: ++latestId };
  if (notice.actId !== undefined) latestChange = "act";
  else if (notice.action?.isUndo) latestChange = made;
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

/** Awaits a change whose failure no form shows. */
export async function atOnce(changing: Promise<CallError | null>): Promise<void> {
  const error = await changing;
  if (error) notifyFailure(error);
}

export function isNoticeShown(topic: string): boolean {
  return useNotices.getState().shown.some((notice) => notice.topic === topic);
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }));
}

/** Dismisses all but lasting notices. The undo key still undoes what they announced. */
export function dismissPassing(): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter(({ isLasting }) => isLasting) }));
}

/** Also forgets the topic's undo, which no longer applies. */
export function dismissTopic(topic: string): void {
  if (typeof latestChange === "object" && latestChange.topic === topic) latestChange = "act";
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.topic !== topic) }));
}

/** Runs a notice's action, or its alternative, and dismisses it. */
export function actOnNotice({ id, action }: Notice, chosen = action): void {
  dismissNotice(id);
  if (typeof latestChange === "object" && latestChange.id === id) latestChange = "act";
  chosen?.run();
}

export function latestUndo(): LatestChange {
  return latestChange;
}

/** Sets the part of an act that the undo key undoes before anything else; null for none. */
export function undoPartFirst(partId: number | null): void {
  latestChange = partId ?? "act";
}
