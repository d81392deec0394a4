import type { DesktopState } from "../../shared/ipc.js";
import type { Log } from "../launch/log.js";
import type { LoginItem } from "../launch/login-item.js";
import type { ShellTexts } from "../window/shell-texts.js";
import type { Notice } from "./notice.js";

export interface Desktop {
  state(): DesktopState;
  startAtLogin(isOn: boolean): DesktopState;
  testNotification(): void;
}

export interface DesktopOptions {
  readonly canNotify: () => boolean;
  readonly loginItem: LoginItem | null;
  readonly show: (notice: Notice) => void;
  readonly texts: () => ShellTexts;
  readonly log: Log;
}

function testNotice({ testTitle, testBody }: ShellTexts): Notice {
  return { title: testTitle, body: testBody, image: null, target: { kind: "inbox" } };
}

/** Settings and features of the desktop itself: notifications and starting at login. */
export function createDesktop({ canNotify, loginItem, show, texts, log }: DesktopOptions): Desktop {
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
        log(`The start-at-login setting could not be changed: ${String(error)}`);
      }
      return state();
    },
    testNotification: () => show(testNotice(texts())),
  };
}
