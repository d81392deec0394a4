import { useRef } from "react";
import { Tips } from "../components/tip.js";
import { LookupBar } from "../features/lookup/lookup-bar.js";
import { useEngine } from "../stores/engine.js";
import { useReader } from "../stores/language.js";
import { useNavigation, useRoute } from "../stores/navigation.js";
import { DropZone } from "./drop-zone.js";
import { EngineBanner } from "./engine-banner.js";
import { EngineStopped } from "./engine-stopped.js";
import { ErrorBoundary } from "./error-boundary.js";
import { HistoryButtons } from "./history-buttons.js";
import { Notices } from "./notices.js";
import { OfferedFileDialog } from "./offered-file-dialog.js";
import { OfferedPageDialog } from "./offered-page-dialog.js";
import { ShortcutSheet } from "./shortcut-sheet.js";
import { Sidebar } from "./sidebar.js";
import { useDrawnSignal } from "./use-drawn-signal.js";
import { useFocusOfPage } from "./use-focus-of-page.js";
import { useScrollMemory } from "./use-scroll-memory.js";
import { useShortcuts } from "./use-shortcuts.js";
import { useWindowCommands } from "./use-window-commands.js";
import { ViewOf } from "./view-of.js";
import "./app.css";

/** Everything is drawn anew in another language: no text is kept from the one before. */
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
  useWindowCommands();
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard.
    <main className="app-view" ref={scroller} tabIndex={0}>
      <ErrorBoundary key={`${position} ${route.view}`}>
        <ViewOf route={route} />
      </ErrorBoundary>
    </main>
  );
}
