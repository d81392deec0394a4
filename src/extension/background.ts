import { assertNever } from "../shared/assert-never.js";
import { closePanel, hasPanel, movePanel, type PanelRequest, resizePanel } from "./panel.js";
import { readShownPage } from "./shown-page.js";
import { said } from "./texts.js";
import { isAgreed, passOn } from "./visits.js";
import { watchLink } from "./watch-link.js";

/** Shops write some prices a moment after the page is complete. */
const settleMs = 1_500;

// Browsers name the address only of pages whose host the user has agreed to.
chrome.tabs.onUpdated.addListener((tabId, { status }, { url, incognito }) => {
  if (status !== "complete" || url === undefined || incognito) return;
  setTimeout(() => void passOn(tabId, url), settleMs);
});

// Not in the popup, which browsers close when they ask the user. The visit to the page that is open counts, too.
chrome.permissions.onAdded.addListener(async ({ origins = [] }) => {
  const tabs = origins.length === 0 ? [] : await chrome.tabs.query({ active: true, url: origins });
  for (const { id, url, incognito } of tabs)
    if (id !== undefined && url !== undefined && !incognito) await passOn(id, url);
});

const linkMenu = "watch-link";

chrome.runtime.onInstalled.addListener(() => {
  const targetUrlPatterns = ["https://*/*", "http://*/*"];
  chrome.contextMenus.create({ id: linkMenu, title: said.watchLink, contexts: ["link"], targetUrlPatterns });
});

chrome.contextMenus.onClicked.addListener(({ linkUrl }, tab) => {
  if (linkUrl !== undefined && tab?.id !== undefined) void watchLink(linkUrl, tab.id);
});

/** Answers the panel on a page where the user wants one; null elsewhere. */
async function answerPanel(request: PanelRequest, { id, url, incognito }: chrome.tabs.Tab) {
  if (id === undefined || url === undefined || incognito) return null;
  if (!((await isAgreed(url)) && (await hasPanel(url)))) return null;
  if (typeof request === "object") return resizePanel(id, request.height);
  switch (request) {
    case "read":
      return { tabId: id, page: await readShownPage(id) };
    case "close":
      return closePanel(id);
    case "move":
      return movePanel(id);
    default:
      return assertNever(request);
  }
}

// Only the extension itself can send these.
chrome.runtime.onMessage.addListener((request: PanelRequest, { tab }, respond) => {
  if (tab !== undefined) void answerPanel(request, tab).then(respond);
  return tab !== undefined;
});
