import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-react";
import {
  Component,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Button, IconButton } from "../components/button.js";
import { EmptyState } from "../components/states.js";
import { Tips } from "../components/tip.js";
import { LookupBar } from "../features/lookup/lookup-bar.js";
import { WatchView } from "../features/watch/watch-view.js";
import { bridge, isInBrowser } from "../lib/bridge.js";
import { classNames } from "../lib/class-names.js";
import { isTextField } from "../lib/key-target.js";
import { texts } from "../lib/texts.js";
import { findRow, keyOfRow } from "../lib/use-row-keys.js";
import { useWide } from "../lib/use-wide.js";
import { useEngine } from "../stores/engine.js";
import { useReader } from "../stores/language.js";
import {
  go,
  goBack,
  goForward,
  home,
  isBesideList,
  type Route,
  useNavigation,
  useRoute,
} from "../stores/navigation.js";
import { useShopNames } from "../stores/products.js";
import { DropZone } from "./drop-zone.js";
import { EngineBanner, EngineStopped } from "./engine-state.js";
import { Notices } from "./notices.js";
import { OfferedFileDialog, OfferedPageDialog, PairingDialog } from "./offer-dialogs.js";
import { ShortcutSheet, useShortcuts } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { ViewOf } from "./view-of.js";
import "./app.css";

/** Remounts everything on a language change, so that no text of the previous language remains. */
export function Window() {
  const { language, locale } = useReader();
  return (
    <ErrorBoundary key={`${language} ${locale}`}>
      <Tips>
        <App />
      </Tips>
    </ErrorBoundary>
  );
}

function App() {
  const status = useEngine((state) => state.status);
  useShortcuts();
  useShopNames();
  useDrawnSignal();
  return (
    <div className="app">
      <Sidebar />
      <div className="app-main">
        <div className="app-bar line fixed">
          <HistoryButtons />
          <LookupBar />
        </div>
        <EngineBanner status={status} />
        {status.state === "stopped" ? <EngineStopped status={status} /> : <View />}
        <Notices />
      </div>
      <OfferedPageDialog />
      <OfferedFileDialog />
      {!isInBrowser() && <PairingDialog />}
      <ShortcutSheet />
      <DropZone />
    </div>
  );
}

function View() {
  const route = useRoute();
  const position = useNavigation((state) => state.position);
  const scroller = useRef<HTMLElement>(null);
  useScrollMemory(scroller, route);
  useFocusOfPage(scroller, route);
  const isBeside = useWide() && isBesideList(route);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the page beside the list, wherever the focus is.
    <div
      className={classNames("app-panes", isBeside && "is-beside")}
      onKeyDown={(event) => isBeside && closesPage(event) && go(home)}
    >
      {isBeside && (
        <aside className="app-view app-list fixed" aria-label={texts().app.places.watch}>
          <ErrorBoundary>
            <WatchView />
          </ErrorBoundary>
        </aside>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard. */}
      <main className="app-view" ref={scroller} tabIndex={0}>
        <ErrorBoundary key={`${position} ${route.view}`}>
          <ViewOf route={route} />
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** Fields, menus and dialogs handle Escape themselves. */
function closesPage({ key, target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== "Escape" || defaultPrevented || !(target instanceof HTMLElement)) return false;
  return currentTarget.contains(target) && !isTextField(target);
}

function HistoryButtons() {
  const canGoBack = useNavigation((state) => state.position > 0);
  const canGoForward = useNavigation((state) => state.position < state.stack.length - 1);
  return (
    <div className="history-buttons">
      <IconButton label={texts().app.back} disabled={!canGoBack} onClick={goBack}>
        <ChevronLeft size={18} />
      </IconButton>
      <IconButton label={texts().app.forward} disabled={!canGoForward} onClick={goForward}>
        <ChevronRight size={18} />
      </IconButton>
    </div>
  );
}

/**
 * Reports the first paint to the main process, which then starts the engine. Starting it earlier would delay the
 * paint. Waits a frame, because effects run before their elements are painted.
 */
function useDrawnSignal(): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => void bridge().invoke("window:drawn")));
    return () => cancelAnimationFrame(frame);
  }, []);
}

/** By visit: the navigation stack keeps route objects. */
const offsets = new WeakMap<Route, number>();

/** Restores a page's scroll position on the way back; a new page starts at its top. */
function useScrollMemory(scroller: RefObject<HTMLElement | null>, route: Route): void {
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const offset = offsets.get(route) ?? 0;
    // Skips a scroll to the current position, which would force a layout before the first paint.
    if (offset > 0 || isScrolled.current) element.scrollTop = offset;
    if (offset > 0) isScrolled.current = true;
    const remember = () => {
      isScrolled.current = true;
      offsets.set(route, element.scrollTop);
    };
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [scroller, route]);
}

/** The row that last had the focus, by visit. */
const lastRows = new WeakMap<Route, string>();

/**
 * Focuses a new page, so that the keyboard scrolls it and screen readers continue there; on the way back, the row that
 * had the focus. A search keeps the focus in the look-up box: the words are often changed again, and one arrow key
 * leads into the results.
 */
function useFocusOfPage(page: RefObject<HTMLElement | null>, route: Route): void {
  useEffect(() => {
    const shown = page.current;
    if (!shown) return;
    const isLost = document.activeElement === document.body || document.activeElement === shown;
    const isInBox = document.activeElement?.getAttribute("role") === "combobox";
    const row = findRow(shown, lastRows.get(route) ?? "");
    if (isLost && row) row.focus({ preventScroll: true });
    else if (isLost || (isInBox && route.view !== "search")) focusQuietly(shown);
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? keyOfRow(target) : null;
      if (row !== null) lastRows.set(route, row);
    };
    shown.addEventListener("focusin", remember);
    return () => shown.removeEventListener("focusin", remember);
  }, [page, route]);
}

/** Hides the focus ring of programmatic focus; focus by Tab still shows it. */
function focusQuietly(page: HTMLElement): void {
  page.dataset.quietFocus = "";
  page.addEventListener("blur", () => delete page.dataset.quietFocus, { once: true });
  page.focus({ preventScroll: true });
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | null;
}

/** Keeps a bug in one view from blanking the window. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null };

  static getDerivedStateFromError(cause: unknown): ErrorBoundaryState {
    return { message: cause instanceof Error ? cause.message : String(cause) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return this.props.children;
    const { app, common } = texts();
    return (
      <div role="alert">
        <EmptyState icon={TriangleAlert} title={app.brokenTitle} text={app.brokenAdvice} isPage>
          <code>{message}</code>
          <Button variant="primary" onClick={() => this.setState({ message: null })}>
            {common.tryAgain}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
