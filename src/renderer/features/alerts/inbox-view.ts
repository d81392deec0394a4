import { create } from "zustand";

/** Kept outside the view, so that coming back from a product finds the same list. */
export const useInboxView = create<{ readonly isUnreadOnly: boolean }>(() => ({ isUnreadOnly: false }));

export function showUnreadOnly(isUnreadOnly: boolean): void {
  useInboxView.setState({ isUnreadOnly });
}
