import { app } from "electron";
import type { PickedPrice } from "../../../shared/ipc.js";
import type { CallEngine } from "../../ipc/engine-call.js";
import type { AppWindow } from "../window.js";

export type PickPrice = (url: string) => Promise<PickedPrice>;

/** Lets the shopper click the price on a page. What it takes is loaded when it is first asked for. */
export function pricePicker(call: CallEngine, window: AppWindow): PickPrice {
  return async (url) => {
    const answer = await call("pages.hosts", {});
    if (!answer.ok) return { outcome: "failed", message: answer.error.message };
    // The call's result follows from its name, which the relay's type does not say.
    const { hosts } = answer.data as { hosts: readonly string[] };
    const { pickPrice } = await import("./pick-price.js");
    return pickPrice({ url, parent: window.current, allowedHosts: hosts, language: app.getLocale() || "en" });
  };
}
