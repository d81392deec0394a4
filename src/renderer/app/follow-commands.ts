import { assertNever } from "../../shared/assert-never.js";
import type { PushMessages } from "../../shared/ipc.js";
import { bridge } from "../lib/bridge.js";
import { focusLookup, lookUp } from "../stores/lookup.js";
import { go, searchPage } from "../stores/navigation.js";
import { offerFile, offerPage } from "../stores/offered.js";
import { showShortcuts } from "../stores/shortcut-sheet.js";

type Command = PushMessages["window:command"];

function goTo({ view, section }: Extract<Command, { command: "go" }>): void {
  if (view === "search") go(searchPage);
  else if (view === "settings") go({ view, ...(section && { section }) });
  else go({ view });
}

function obey(message: Command): void {
  switch (message.command) {
    case "go":
      goTo(message);
      break;
    case "show-product":
      go({ view: "product", productKey: message.productKey });
      break;
    case "focus-lookup":
      focusLookup();
      break;
    case "look-up":
      void lookUp(message.text);
      break;
    case "offer-page":
      offerPage(message.url);
      break;
    case "offer-file":
      offerFile(message.file);
      break;
    case "show-shortcuts":
      showShortcuts();
      break;
    default:
      assertNever(message);
  }
}

/**
 * Follows commands from menus and from a second start of the app. Subscribes before the page draws: main does not wait
 * for a page that takes long, and the stores keep its commands.
 */
export function followCommands(): void {
  bridge().on("window:command", obey);
}
