import { app, Notification } from "electron";
import { collectWhenIdle } from "../shared/idle-memory.js";
import { setupData } from "./data/setup-data.js";
import { setupEngine } from "./engine-host/setup-engine.js";
import { createHandlers } from "./ipc/handlers.js";
import { setupIpc } from "./ipc/setup-ipc.js";
import { setupSettings } from "./settings/settings.js";
import { builtFiles } from "./shell/app-folder.js";
import { setupAppProtocol, setupAppScheme } from "./shell/app-protocol.js";
import { setupBackground, setupBackgroundTray } from "./shell/background.js";
import { setupChromium } from "./shell/chromium.js";
import { createDataFolderOpener } from "./shell/data-folder-link.js";
import { createDesktop } from "./shell/desktop.js";
import { forwardEvents } from "./shell/engine-news.js";
import { createLinkOpener } from "./shell/external-links.js";
import { setupFolders } from "./shell/folders.js";
import { setupIdentity } from "./shell/identity.js";
import { setupShellTexts } from "./shell/language.js";
import { setupLaunchOptions } from "./shell/launch.js";
import { setupLog } from "./shell/log.js";
import { setupMenu } from "./shell/menu.js";
import { setupNavigationLock } from "./shell/navigation-lock.js";
import { setupNotifications } from "./shell/notifications/setup-notifications.js";
import { offerOpenedFiles } from "./shell/offer-opened-files.js";
import { setupOutput } from "./shell/output.js";
import { resolvePage } from "./shell/page.js";
import { createPricePicker } from "./shell/render/price-picker.js";
import { setupSessionGuard } from "./shell/session-guard.js";
import { setupLoginItem } from "./shell/setup-login-item.js";
import { setupOpenedFiles } from "./shell/setup-opened-files.js";
import { setupSingleInstance } from "./shell/single-instance.js";
import { setupLaunchRequests } from "./shell/starts.js";
import { setupTheme } from "./shell/theme.js";
import { setupUnexpectedErrors } from "./shell/unexpected-errors.js";
import { trackUnread, withUnreadRefresh } from "./shell/unread.js";
import { setupUpdates } from "./shell/updates/setup-updates.js";
import { setupWake } from "./shell/wake.js";
import { AppWindow } from "./shell/window.js";

setupOutput();
const options = setupLaunchOptions();
const folders = setupFolders(options.dataFolder);
const log = setupLog(folders.logs);
setupUnexpectedErrors(log, folders.logs);
setupChromium();
setupIdentity();
setupAppScheme();
const onOpenedFile = setupOpenedFiles();
if (setupSingleInstance(options, folders)) void app.whenReady().then(startApp);

function startApp(): void {
  const files = builtFiles();
  const page = resolvePage(process.env.ELECTRON_RENDERER_URL, app.isPackaged);
  const engine = setupEngine(options, folders, files, log);
  const settings = setupSettings(folders.window, log);
  const openExternal = createLinkOpener(log);
  const showDataFolder = createDataFolderOpener(folders, log);
  const shellTexts = setupShellTexts(settings);

  setupTheme(settings);
  setupAppProtocol(files.renderer);
  setupSessionGuard(page);
  setupNavigationLock(page, openExternal);

  const window = new AppWindow({ page, preload: files.preload, settings, shellTexts, log });
  const unread = trackUnread(engine);
  const { show } = setupNotifications({ engine, settings, window, shellTexts, log });
  const desktop = createDesktop({
    canNotify: () => Notification.isSupported(),
    loginItem: setupLoginItem(),
    show,
    texts: shellTexts.current,
    log,
  });
  const data = setupData({ engine, window, folders, shellTexts });
  const updates = setupUpdates({ engine, settings, window, shellTexts, show, log });
  setupIpc({
    page,
    window,
    log,
    handlers: createHandlers({
      engine,
      call: withUnreadRefresh(engine, unread),
      settings,
      desktop,
      pickPrice: createPricePicker((operation, input) => engine.call(operation, input), window),
      openExternal,
      showDataFolder,
      onPageReady: () => window.markPageReady(),
      data,
      updates,
    }),
  });
  forwardEvents(engine, settings, window, folders);
  setupWake(() => engine.wake());
  const backgroundOptions = { engine, settings, window, unread, shellTexts, show, log };
  setupBackground(backgroundOptions);
  setupLaunchRequests({
    options,
    window,
    engine,
    openFile: offerOpenedFiles(data, window),
    onOpenedFile,
    log,
  });
  // Load the page first: it shows the cached list while the engine starts.
  window.whenPageReady(() => {
    engine.start();
    setupMenu(settings, shellTexts, {
      isDevelopment: page.isDevelopment,
      command: (to) => window.command(to),
      showDataFolder,
      checkForUpdates: () => {
        window.command({ command: "go", view: "settings", section: "about" });
        void updates.check();
      },
    });
    setupBackgroundTray(backgroundOptions);
    collectWhenIdle();
  });
}
