import type { SenderKind } from "./ipc-cases.js";

const pageUrl = "app://tidemark/index.html";
export const ownContents = { id: 1 };
const mainFrame = { url: pageUrl, parent: null };

/** The event that Electron hands over with a message, as far as the choke point looks at it. */
export function eventOf(sender: SenderKind): unknown {
  switch (sender.kind) {
    case "own":
      return { sender: ownContents, senderFrame: mainFrame };
    case "fragment":
      return { sender: ownContents, senderFrame: { ...mainFrame, url: `${pageUrl}#/deals` } };
    case "other-window":
      return { sender: { id: 1 }, senderFrame: mainFrame };
    case "inner-frame":
      return { sender: ownContents, senderFrame: { url: pageUrl, parent: mainFrame } };
    case "gone":
      return { sender: ownContents, senderFrame: null };
    case "elsewhere":
      return { sender: ownContents, senderFrame: { url: sender.url, parent: null } };
  }
}
