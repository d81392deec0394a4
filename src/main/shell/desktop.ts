import type { DesktopState } from "../../shared/ipc.js";
import type { Log } from "./log.js";
import type { LoginItem } from "./login-item.js";
import type { Notice } from "./notifications/notice.js";

export interface Desktop {
  state(): DesktopState;
  startAtLogin(isOn: boolean): DesktopState;
  testNotification(): void;
}

export interface DesktopOptions {
  readonly canNotify: () => boolean;
  readonly loginItem: LoginItem | null;
  readonly show: (notice: Notice) => void;
  readonly log: Log;
}

const testNotice: Notice = {
  title: "Tidemark can reach you here",
  body: "Price alerts will look like this one, with the product, its price and the reason.",
  image: null,
  target: { kind: "inbox" },
};

/** What concerns the shopper's desktop rather than the window. */
export function createDesktop({ canNotify, loginItem, show, log }: DesktopOptions): Desktop {
  const state = (): DesktopState => ({
    canNotify: canNotify(),
    startsAtLogin: loginItem === null ? null : loginItem.isOn(),
  });
  return {
    state,
    startAtLogin(isOn) {
      try {
        loginItem?.set(isOn);
      } catch (error) {
        log(`Starting at login could not be set: ${String(error)}`);
      }
      return state();
    },
    testNotification: () => show(testNotice),
  };
}
