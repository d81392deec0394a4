import { useState } from "react";
import type { CallError } from "../../shared/calls.js";

/** Runs acts: whether one is under way, and the error of the last one. `run` resolves to whether it succeeded. */
export function useAct(onFailure?: (error: CallError) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const run = async (act: () => Promise<CallError | null>): Promise<boolean> => {
    setBusy(true);
    const failure = await act();
    setBusy(false);
    setError(failure);
    if (failure) onFailure?.(failure);
    return failure === null;
  };
  return { isBusy, error, run };
}
