import { create } from "zustand";

/** Kept outside of the view, so that going back from a product shows the same list. */
export const useInboxView = create<{ readonly isUnreadOnly: boolean }>(() => ({ isUnreadOnly: false }));

export function showUnreadOnly(isUnreadOnly: boolean): void {
  useInboxView.setState({ isUnreadOnly });
}
