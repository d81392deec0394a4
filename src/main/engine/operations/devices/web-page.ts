import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { type WebSettings, type WebStatus, webSettings } from "../../../../shared/app/web.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import type { ReadDb, WriteDb } from "../../db/store.js";

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

const defaultSettings: WebSettings = { enabled: false, port: defaultWebPort, listen: [], allowed_hosts: [] };

/** What a restored backup has in their place may be anything. */
function parseSettings(text: string): WebSettings {
  try {
    return webSettings.parse(JSON.parse(text));
  } catch {
    return defaultSettings;
  }
}

export function readWebSettings(db: ReadDb): WebSettings {
  const text = readSetting(db, settingKey);
  return text === null ? defaultSettings : parseSettings(text);
}

export function saveWebSettings(tx: WriteDb, patch: AppRequest<"web.configure">): void {
  saveSetting(tx, settingKey, JSON.stringify({ ...readWebSettings(tx), ...patch }));
}
