import type { PanelRequest } from "../panel.js";
import { said } from "../texts.js";
import { App, type TabPage } from "./app.js";
import { Changes, usePanelTrust } from "./changes.js";

function ask(request: PanelRequest): Promise<TabPage | null> {
  return chrome.runtime.sendMessage(request);
}

/** The page around the panel, if it may have one: no page can put the panel into a frame of its own. */
async function readParent(): Promise<TabPage | null> {
  return window.parent === window.top ? ask("read") : null;
}

/** The panel on a page: the popup's content within a bar that moves and closes it. */
export function PanelFrame() {
  return (
    <Changes value={usePanelTrust()}>
      <header className="bar">
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
