import { useEffect, useState } from "react";

const defaultTickMs = 30_000;

/** The present time, updated every half minute by default: enough for ages, rare enough to cost nothing. */
export function useNow(tickMs = defaultTickMs): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}
