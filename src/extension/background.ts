import { passOn } from "./visits.js";

/** Shops write some prices a moment after the page is complete. */
const settleMs = 1_500;

// Browsers name the address only of pages whose host the user has agreed to.
chrome.tabs.onUpdated.addListener((tabId, { status }, { url, incognito }) => {
  if (status !== "complete" || url === undefined || incognito) return;
  setTimeout(() => void passOn(tabId, url), settleMs);
});
