import { create } from "zustand";
import type { CallError } from "../../shared/calls.js";
import { explainError } from "../lib/explain-error.js";

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** It takes back what was done, so Ctrl/Cmd Z does it, too. */
  readonly isUndo?: true;
}

interface NewNotice {
  /** A notice takes the place of the one with the same topic, so that news do not pile up. */
  readonly topic?: string;
  readonly text: string;
  readonly tone?: "plain" | "bad";
  readonly action?: NoticeAction;
}

export interface Notice extends NewNotice {
  readonly id: number;
}

const shownMax = 3;

interface Notices {
  readonly shown: readonly Notice[];
}

/** Short messages in a corner of the window; they never take the focus. */
export const useNotices = create<Notices>(() => ({ shown: [] }));

let latest = 0;

export function notify(notice: NewNotice): void {
  const made = { ...notice, id: ++latest };
  useNotices.setState(({ shown }) => ({
    shown: [...shown.filter(({ topic }) => topic === undefined || topic !== notice.topic), made].slice(
      -shownMax,
    ),
  }));
}

/** Something that was asked for did not happen, and its place on screen has no room to say why. */
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

/** Runs a notice's action; it is done with. */
export function actOnNotice({ id, action }: Notice): void {
  dismissNotice(id);
  action?.run();
}
