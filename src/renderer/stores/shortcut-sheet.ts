import { create } from "zustand";

export const useShortcutSheet = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export function showShortcuts(): void {
  useShortcutSheet.setState({ isOpen: true });
}

export function hideShortcuts(): void {
  useShortcutSheet.setState({ isOpen: false });
}
