import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import type { PanelRequest } from "../panel.js";
import { readShownPage } from "../shown-page.js";
import { language, said } from "../texts.js";
import { App, type TabPage } from "./app.js";
import { Changes, usePanelTrust } from "./changes.js";
import "./popup.css";

async function readActiveTab(): Promise<TabPage | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id === undefined ? null : { tabId: tab.id, page: await readShownPage(tab.id) };
}

const root = document.getElementById("popup");
if (root === null) throw new Error("The popup has no place to be drawn.");
document.documentElement.lang = language;
// Inside a frame, the popup is the panel.
const isFramed = window.parent !== window;
document.documentElement.classList.toggle("is-panel", isFramed);
createRoot(root).render(isFramed ? <PanelFrame /> : <App readTab={readActiveTab} />);

function ask<T>(request: PanelRequest): Promise<T | null> {
  return chrome.runtime.sendMessage(request);
}

/** The page around the panel, if it may have one: no page can put the panel into a frame of its own. */
async function readParent(): Promise<TabPage | null> {
  return window.parent === window.top ? ask("read") : null;
}

/** Asks for a panel as high as its content, as often as that or the room for it changes. */
function useOwnHeight(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    const content = document.getElementById("popup") as HTMLElement;
    const fitPanel = async () => {
      // Rounded up, because a part of a pixel less would show a scroll bar.
      const height = Math.ceil(content.getBoundingClientRect().height);
      const given = await ask<number>({ height });
      // A scroll bar makes the gauge narrower and lower, and would stay although nothing is cut.
      classList.toggle("is-cut", given !== null && given < height);
    };
    const observer = new ResizeObserver(() => void fitPanel());
    observer.observe(content);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
}

/** The panel on a page: the popup's content within a bar that moves and closes it. */
function PanelFrame() {
  useOwnHeight();
  return (
    <Changes value={usePanelTrust()}>
      <header className="bar stack gap-1 quiet">
        <strong>Tidemark</strong>
        <button type="button" aria-label={said.moveBar} title={said.moveBar} onClick={() => void ask("move")}>
          ⇄
        </button>
        <button
          type="button"
          aria-label={said.closeBar}
          title={said.closeBar}
          onClick={() => void ask("close")}
        >
          ×
        </button>
      </header>
      <App readTab={readParent} />
    </Changes>
  );
}
