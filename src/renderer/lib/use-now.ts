import { useEffect, useState } from "react";

const tickMs = 30_000;

/** The present, good to half a minute: enough for ages, rare enough to cost nothing. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
