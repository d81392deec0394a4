import { useEffect, useEffectEvent } from "react";

/** Listens to an event of the window. The listener reads the newest state. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  name: K,
  listener: (event: WindowEventMap[K]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener(name, (event) => onEvent(event), { signal: listening.signal });
    return () => listening.abort();
  }, [name]);
}
