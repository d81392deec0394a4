import { create } from "zustand";

export type BatchExtra = "offers" | "reviews";

interface BatchDraft {
  /** As pasted or typed. */
  readonly text: string;
  readonly include: readonly BatchExtra[];
}

/** What is to be looked up together; the look-up box can put something here. */
export const useBatchDraft = create<BatchDraft>(() => ({ text: "", include: ["offers"] }));

export function setDraftText(text: string): void {
  useBatchDraft.setState({ text });
}

/** From elsewhere in the window: what is there already stays. */
export function addToDraft(lines: readonly string[]): void {
  useBatchDraft.setState(({ text }) => {
    const before = text.trim() === "" ? [] : [text.trimEnd()];
    return { text: [...before, ...lines].join("\n") };
  });
}

export function setDraftExtra(extra: BatchExtra, isWanted: boolean): void {
  useBatchDraft.setState(({ include }) => {
    const others = include.filter((one) => one !== extra);
    return { include: isWanted ? [...others, extra].sort() : others };
  });
}
