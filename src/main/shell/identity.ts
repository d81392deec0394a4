import { app } from "electron";

/** As the packages are named (scripts/lib/package/release.mjs). */
const appId = "app.tidemark.desktop";

/** Windows shows notifications, and groups windows, by the name that the installer gave the app. */
export function setupIdentity(): void {
  if (process.platform === "win32") app.setAppUserModelId(appId);
}
