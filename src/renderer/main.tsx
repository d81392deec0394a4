import "./lib/style-nonce.js";
// Shared styles first, so that a component's own come later and win.
import "./styles/fonts.css";
import "../shared/styles/tokens.css";
import "../shared/styles/reset.css";
import "./styles/base.css";
import "../shared/styles/layout.css";
import "./styles/fields.css";
import "./styles/lists.css";
import "./styles/tables.css";
import "./styles/forced-colors.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readerOf } from "../shared/texts/language.js";
import { Window } from "./app/app.js";
import { followChanges } from "./app/follow-changes.js";
import { followCommands } from "./app/follow-commands.js";
import { bridge } from "./lib/bridge.js";
import { followLinks } from "./stores/adding/links.js";
import { forgetAnswers } from "./stores/answers.js";
import { followDataWork } from "./stores/data-work.js";
import { followEngine, onEngineReady } from "./stores/engine.js";
import { followEngineEvents } from "./stores/engine-events.js";
import { followInbox } from "./stores/inbox.js";
import { readAs } from "./stores/language.js";
import { followSettings } from "./stores/settings.js";
import { followWatchList, showSavedRows } from "./stores/watch-list.js";

/** Stores live as long as the window does, so nobody unsubscribes. */
async function start(): Promise<void> {
  const language = readAs(readerOf(bridge().language, bridge().systemLanguages));
  // At once, because commands and events may arrive while the language loads.
  followSettings();
  followEngine();
  followEngineEvents();
  followInbox();
  followChanges(language);
  followCommands();
  followLinks();
  followWatchList();
  showSavedRows();
  followDataWork();
  onEngineReady(() => forgetAnswers(false));
  await language;
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <Window />
    </StrictMode>,
  );
}

if ("tidemark" in window) void start();
else void import("./web/start.js").then(({ startInBrowser }) => startInBrowser(start));
