import { isDialogOpen } from "../lib/key-target.js";
import { type Route, useNavigation, visitNow } from "../stores/navigation.js";

/** What an entry of the browser's history knows. */
interface Visit {
  readonly route: Route;
  readonly number: number;
}

function visitOf(state: unknown): Visit | null {
  const { route, number } = (state ?? {}) as Partial<Visit>;
  return typeof route?.view === "string" && typeof number === "number" ? { route, number } : null;
}

function pressEscape(): void {
  const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(key);
}

/** Lets the browser's back and forward move through the window's pages, and a reload stay on its page. */
export function followBrowserHistory(): void {
  const { stack, position } = useNavigation.getState();
  let here = { stack, position };
  /** The number of the first visit of the stack: a reload forgets those before it. */
  let first = 0;
  const show = ({ route, number }: Visit) => {
    if (here.stack[number - first] === undefined) {
      first = number;
      here = { stack: [route], position: 0 };
    } else here = { stack: here.stack, position: number - first };
    useNavigation.setState(here);
  };
  const present = (): Visit => ({ route: visitNow(), number: first + here.position });

  const saved = visitOf(history.state);
  if (saved !== null) show(saved);
  history.replaceState(present(), "");
  useNavigation.subscribe((now) => {
    const steps = now.position - here.position;
    const isKnown = now.stack === here.stack;
    here = { stack: now.stack, position: now.position };
    if (!isKnown && steps > 0) history.pushState(present(), "");
    else if (!isKnown) history.replaceState(present(), "");
    // None if the browser's own step has brought the window here.
    else if (steps !== 0) history.go(steps);
  });
  window.addEventListener("popstate", ({ state }) => {
    // On a phone, back closes what is in front.
    if (isDialogOpen()) {
      history.pushState(present(), "");
      return pressEscape();
    }
    const visit = visitOf(state);
    if (visit !== null) show(visit);
  });
}
