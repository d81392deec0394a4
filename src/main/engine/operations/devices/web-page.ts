import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { type WebSettings, type WebStatus, webSettings } from "../../../../shared/app/web.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, writeDurably } from "../../db/store.js";

/** The window's page for other devices, as operations see it. */
export interface WebPage {
  status(): WebStatus;
  /** Saves the settings and resolves once they are in effect. */
  configure(settings: AppRequest<"web.configure">): Promise<WebStatus>;
  startPairing(): AppOutput<"web.start_pairing">;
  /** Ends the access of a device at once. Returns `false` if there is no such device. */
  revoke(id: number): boolean;
}

const settingKey = "web.page";
export const defaultWebPort = 47_180;

const storedSettings = webSettings.catch({
  enabled: false,
  port: defaultWebPort,
  listen: [],
  allowed_hosts: [],
});

export function readWebSettings(db: ReadDb): WebSettings {
  return storedSettings.parse(JSON.parse(readSetting(db, settingKey) ?? "null"));
}

export function saveWebSettings(db: ReadDb, patch: AppRequest<"web.configure">): void {
  writeDurably(db, (tx) => {
    const settings = { ...readWebSettings(tx), ...patch };
    saveSetting(tx, settingKey, JSON.stringify(settings));
  });
}
