import { create } from "zustand";
import type { Meta } from "../../shared/contract/meta.js";

interface Balance {
  /** Credits left in the period, as the last answer told; null before the first answer. */
  readonly creditsRemaining: number | null;
}

/** What the account has left. Every answer of the contract tells it, so nobody has to ask. */
export const useBalance = create<Balance>(() => ({ creditsRemaining: null }));

export function noteBalance(meta: Meta | null): void {
  if (meta) useBalance.setState({ creditsRemaining: meta.credits_remaining });
}
