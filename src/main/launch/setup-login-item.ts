import { app } from "electron";
import { createAutostartItem, hiddenFlag, type LoginItem } from "./login-item.js";

/** For Windows and macOS, where Electron manages login items. */
const systemList: LoginItem = {
  isOn: () => app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin,
  set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenFlag] }),
};

/** `null` in a checkout, where there is no installed app to start at login. */
export function setupLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform !== "linux") return systemList;
  // An AppImage is mounted at a different path each time; only the image file has a stable path.
  return createAutostartItem(app.getPath("appData"), process.env.APPIMAGE ?? process.execPath);
}
