import { createContext, type MouseEvent, type SyntheticEvent, useEffect, useState } from "react";

/**
 * Whether a click may change something. The popup is the browser's own; a panel lies on a page that could cover it, or show
 * it where a click is meant for something else. `unknown`: this browser does not say whether a page does.
 */
export type Trust = "popup" | "pending" | "visible" | "covered" | "unknown";

export const Changes = createContext<Trust>("popup");

/** Whether the user has made this event where changes are allowed. */
export function isMeant(trust: Trust, { nativeEvent }: SyntheticEvent | MouseEvent): boolean {
  return trust === "popup" || (trust === "visible" && nativeEvent.isTrusted);
}

/** The panel must have been in sight for this long, so that it cannot appear under a click. */
const settleMs = 500;

interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/** Intersection Observer v2: whether all of the panel is painted as it is, without anything of the page on it. */
export function usePanelTrust(): Trust {
  const isKnown = "isVisible" in IntersectionObserverEntry.prototype;
  const [trust, setTrust] = useState<Trust>(isKnown ? "pending" : "unknown");
  useEffect(() => {
    if (!isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const options: VisibilityOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 };
    const observer = new IntersectionObserver((entries) => {
      const { isVisible, intersectionRatio } = entries.at(-1) as IntersectionObserverEntry & {
        isVisible: boolean;
      };
      clearTimeout(timer);
      if (!isVisible || intersectionRatio < 0.99) return setTrust("covered");
      setTrust("pending");
      timer = setTimeout(() => setTrust("visible"), settleMs);
    }, options);
    observer.observe(document.body);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isKnown]);
  return trust;
}
