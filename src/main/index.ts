import { app, Notification } from "electron";
import { collectWhenIdle } from "../shared/node/idle-memory.js";
import { createPictureReader } from "../shared/node/pictures.js";
import { setupData } from "./data/setup-data.js";
import { setupEngine, setupWake } from "./engine-host/setup-engine.js";
import { createHandlers } from "./ipc/handlers.js";
import { forwardEvents, setupIpc } from "./ipc/setup-ipc.js";
import { setupChromium, setupChromiumLanguage, setupIdentity } from "./launch/chromium.js";
import { builtFiles, createDataFolderOpener, setupFolders } from "./launch/folders.js";
import { setupLaunchOptions } from "./launch/launch-options.js";
import { offerOpenedFiles, setupLaunchRequests } from "./launch/launch-requests.js";
import { setupLog, setupOutput, setupUnexpectedErrors } from "./launch/log.js";
import { setupLoginItem } from "./launch/login-item.js";
import { setupOpenedFiles } from "./launch/opened-file.js";
import { setupSingleInstance } from "./launch/single-instance.js";
import { createDesktop } from "./notifications/desktop.js";
import { setupNotifications } from "./notifications/setup-notifications.js";
import { setupSettings } from "./settings/settings.js";
import { createPricePicker } from "./shop-pages/pick-price.js";
import { setupBackground, setupBackgroundTray } from "./tray-menu/background.js";
import { setupMenu } from "./tray-menu/menu.js";
import { trackUnread, withUnreadRefresh } from "./tray-menu/unread.js";
import { setupUpdates } from "./updates/setup-updates.js";
import { setupAppProtocol, setupAppScheme } from "./window/app-protocol.js";
import { createLinkOpener, setupNavigationLock } from "./window/external-links.js";
import { resolvePage } from "./window/page.js";
import { setupSessionGuard } from "./window/session-guard.js";
import { setupShellTexts } from "./window/shell-texts.js";
import { AppWindow, setupTheme } from "./window/window.js";

setupOutput();
const options = setupLaunchOptions();
const folders = setupFolders(options.dataFolder);
const log = setupLog(folders.logs);
setupUnexpectedErrors(log, folders.logs);
const settings = setupSettings(folders.userData, log);
setupChromium();
setupChromiumLanguage(settings.get().language);
setupIdentity();
setupAppScheme();
const onOpenedFile = setupOpenedFiles();
if (setupSingleInstance(options, folders)) void app.whenReady().then(startApp);

function startApp(): void {
  const files = builtFiles();
  const page = resolvePage(process.env.ELECTRON_RENDERER_URL, app.isPackaged);
  const engine = setupEngine(options, folders, files, log);
  const openExternal = createLinkOpener(log);
  const showDataFolder = createDataFolderOpener(folders, log);
  const shellTexts = setupShellTexts(settings);

  setupTheme(settings);
  const readPicture = createPictureReader((input) => engine.call("pictures.keep", input), folders.data);
  setupAppProtocol(files.renderer, readPicture);
  setupSessionGuard(page);
  setupNavigationLock(page, openExternal);

  const window = new AppWindow({ page, preload: files.preload, settings, shellTexts, log });
  const unread = trackUnread(engine);
  const shell = { engine, settings, window, shellTexts, log };
  const show = setupNotifications(shell, readPicture);
  const desktop = createDesktop({
    canNotify: () => Notification.isSupported(),
    loginItem: setupLoginItem(),
    show,
    texts: shellTexts.current,
    log,
  });
  const data = setupData(shell, folders);
  const updates = setupUpdates(shell, show);
  const handlers = createHandlers(shell, {
    call: withUnreadRefresh(engine, unread),
    desktop,
    pricePicker: createPricePicker(shell),
    openExternal,
    showDataFolder,
    data,
    updates,
  });
  setupIpc(shell, page, handlers);
  forwardEvents(shell, folders);
  setupWake(() => engine.wake());
  setupBackground(shell, show);
  setupLaunchRequests(shell, { options, openFile: offerOpenedFiles(data, window), onOpenedFile });
  // Load the page first: it shows the cached list while the engine starts.
  window.whenPageReady(() => {
    engine.start();
    setupMenu(shell, {
      isDevelopment: page.isDevelopment,
      showDataFolder,
      checkForUpdates: () => {
        window.command({ command: "go", view: "settings", section: "about" });
        void updates.check();
      },
    });
    setupBackgroundTray(shell, unread);
    collectWhenIdle();
  });
}
