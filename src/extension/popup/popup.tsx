import { createRoot } from "react-dom/client";
import { readShownPage } from "../shown-page.js";
import { language } from "../texts.js";
import { App, type TabPage } from "./app.js";
import { PanelFrame } from "./panel-frame.js";
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
