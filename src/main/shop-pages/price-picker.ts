import { app } from "electron";
import type { PickedPrice } from "../../shared/ipc.js";
import type { CallEngine } from "../ipc/engine-call.js";
import type { AppWindow } from "../window/window.js";

export type PickPrice = (url: string) => Promise<PickedPrice>;

/** Lets the user click the price on a page. Loads the module on first use. */
export function createPricePicker(call: CallEngine, window: AppWindow): PickPrice {
  return async (url) => {
    const answer = await call("pages.hosts", {});
    if (!answer.ok) return { outcome: "failed", message: answer.error.message };
    // `CallEngine` does not relate the result's type to the operation.
    const { hosts } = answer.data as { hosts: readonly string[] };
    const { pickPrice } = await import("./pick-price.js");
    return pickPrice({ url, parent: window.current, allowedHosts: hosts, language: app.getLocale() || "en" });
  };
}
