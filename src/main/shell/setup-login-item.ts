import { app } from "electron";
import { autostartFile, hiddenFlag, type LoginItem } from "./login-item.js";

/** Windows and macOS keep the list themselves. */
const systemList: LoginItem = {
  isOn: () => app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin,
  set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenFlag] }),
};

/** `null` in a checkout: what would start at login is no installed app. */
export function setupLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform !== "linux") return systemList;
  // An AppImage runs from a place of its own that changes with every start; the file stays where it is.
  return autostartFile(app.getPath("appData"), process.env.APPIMAGE ?? process.execPath);
}
