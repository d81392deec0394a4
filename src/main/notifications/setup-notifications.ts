import type { ReadPicture } from "../../shared/node/pictures.js";
import type { Supervisor } from "../engine-host/supervisor.js";
import type { Log } from "../launch/log.js";
import type { Settings } from "../settings/settings.js";
import type { ShellTextSource } from "../window/shell-texts.js";
import type { AppWindow } from "../window/window.js";
import type { Notice, NoticeTarget } from "./notice.js";
import { createNotifier } from "./notifier.js";

export interface NotificationOptions {
  readonly engine: Supervisor;
  readonly settings: Settings;
  readonly window: AppWindow;
  readonly readPicture: ReadPicture;
  readonly shellTexts: ShellTextSource;
  readonly log: Log;
}

export interface Notifications {
  /** Shows a notification immediately, regardless of the settings. */
  show(notice: Notice): void;
}

/** Shows alerts as desktop notifications; a click opens the product. */
export function setupNotifications({
  engine,
  settings,
  window,
  readPicture,
  shellTexts,
  log,
}: NotificationOptions): Notifications {
  const openTarget = (target: NoticeTarget) => {
    window.show();
    if (target.kind === "inbox") return window.command({ command: "go", view: "alerts" });
    if (target.kind === "updates")
      return window.command({ command: "go", view: "settings", section: "about" });
    window.command({ command: "show-product", productKey: target.productKey });
    void engine.call("inbox.mark", { ids: [target.entryId], is_read: true });
  };
  const show = async (notice: Notice) => {
    // Loaded with the first alert, because Electron's notification modules would slow down the start.
    const { showNotice } = await import("./show-notice.js");
    await showNotice(notice, { onClick: openTarget, readPicture, log });
  };
  let names: ReadonlyMap<string, string> = new Map();
  const readNames = async () => {
    const answer = await engine.call("shops.list", {});
    if (answer.ok) names = new Map(answer.data.shops.map(({ host, name }) => [host, name]));
  };
  const notify = createNotifier({
    settings: () => settings.get(),
    shellTexts,
    shopName: (host) => names.get(host) ?? host,
    now: () => new Date(),
    after: (ms, work) => void setTimeout(work, ms),
    show: (notice) => void show(notice),
  });
  engine.onEvent((event) => {
    // A focused window shows the alert itself.
    if (event.kind === "inbox" && window.current?.isFocused() !== true)
      void readNames().then(() => notify(event.entry));
  });
  return { show: (notice) => void show(notice) };
}
