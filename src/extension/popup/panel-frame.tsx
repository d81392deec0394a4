import { useCallback, useState } from "react";
import { closePanel, hasPanel, movePanel } from "../panel.js";
import { said } from "../texts.js";
import { isAgreed } from "../visits.js";
import { App } from "./app.js";
import { Changes, usePanelTrust } from "./changes.js";

/** The tab around the panel, if its page may have one: no page can put the panel into a frame of its own. */
async function findPanelTab(): Promise<chrome.tabs.Tab | null> {
  if (window.parent !== window.top) return null;
  const tab = await chrome.tabs.getCurrent();
  if (tab?.url === undefined || tab.incognito) return null;
  return (await isAgreed(tab.url)) && (await hasPanel(tab.url)) ? tab : null;
}

/** The panel on a page: the popup's content within a bar that moves and closes it. */
export function PanelFrame() {
  const trust = usePanelTrust();
  const [tabId, setTabId] = useState<number | null>(null);
  const findTab = useCallback(async () => {
    const found = await findPanelTab();
    setTabId(found?.id ?? null);
    return found?.id;
  }, []);
  const act = (action: (id: number) => Promise<void>) => () => void (tabId !== null && action(tabId));
  return (
    <Changes value={trust}>
      <header className="bar">
        <strong>Tidemark</strong>
        <button type="button" aria-label={said.moveBar} title={said.moveBar} onClick={act(movePanel)}>
          ⇄
        </button>
        <button type="button" aria-label={said.closeBar} title={said.closeBar} onClick={act(closePanel)}>
          ×
        </button>
      </header>
      <App findTab={findTab} />
    </Changes>
  );
}
