import { type KeyboardEvent, useRef } from "react";
import { Tips } from "../components/tip.js";
import { LookupBar } from "../features/lookup/lookup-bar.js";
import { WatchView } from "../features/watch/watch-view.js";
import { classNames } from "../lib/class-names.js";
import { isTextField } from "../lib/text-field.js";
import { texts } from "../lib/texts.js";
import { useWide } from "../lib/use-wide.js";
import { useEngine } from "../stores/engine.js";
import { useReader } from "../stores/language.js";
import { go, home, isBesideList, useNavigation, useRoute } from "../stores/navigation.js";
import { DropZone } from "./drop-zone.js";
import { EngineBanner } from "./engine-banner.js";
import { EngineStopped } from "./engine-stopped.js";
import { ErrorBoundary } from "./error-boundary.js";
import { HistoryButtons } from "./history-buttons.js";
import { Notices } from "./notices.js";
import { OfferedFileDialog } from "./offered-file-dialog.js";
import { OfferedPageDialog } from "./offered-page-dialog.js";
import { PairingDialog } from "./pairing-dialog.js";
import { ShortcutSheet } from "./shortcut-sheet.js";
import { Sidebar } from "./sidebar.js";
import { useDrawnSignal } from "./use-drawn-signal.js";
import { useFocusOfPage } from "./use-focus-of-page.js";
import { useScrollMemory } from "./use-scroll-memory.js";
import { useShortcuts } from "./use-shortcuts.js";
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
  useDrawnSignal();
  return (
    <div className="app">
      <Sidebar />
      <div className="app-main">
        <div className="app-bar">
          <HistoryButtons />
          <LookupBar />
        </div>
        <EngineBanner status={status} />
        {status.state === "stopped" ? <EngineStopped status={status} /> : <View />}
      </div>
      <Notices />
      <OfferedPageDialog />
      <OfferedFileDialog />
      <PairingDialog />
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
        <aside className="app-view app-list" aria-label={texts().app.places.watch}>
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
