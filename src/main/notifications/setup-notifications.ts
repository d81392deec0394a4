import type { ReadPicture } from "../../shared/node/pictures.js";
import type { Shell } from "../window/shell.js";
import type { Notice, NoticeTarget } from "./notice.js";
import { createNotifier } from "./notifier.js";

/** Shows a notification immediately, regardless of the settings. */
export type ShowNotice = (notice: Notice) => void;

/** Shows alerts as desktop notifications; a click opens the product. */
export function setupNotifications(
  { engine, settings, window, shellTexts, log }: Shell,
  readPicture: ReadPicture,
): ShowNotice {
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
  return (notice) => void show(notice);
}
