import { expect, test, waitForEngine } from "../support/electron.js";
import { Settings } from "../support/models/settings.js";

test.use({ hasOwnApp: true });

test.skip(process.platform !== "linux", "only Linux has a session bus that a test can listen on");

test("sends a test notification, and keeps the notification settings", async ({
  tidemark,
  page,
  ui,
  open,
  desktop,
}) => {
  await ui.settings.open("Notifications");
  const section = ui.settings.section("Notifications");
  await section.getByRole("button", { name: "Send a test" }).click();
  await expect(section.getByRole("status")).toContainText("Nothing to see?");
  await expect.poll(() => desktop.shown).toHaveLength(1);
  expect(desktop.shown[0]).toMatchObject({ title: "Tidemark can reach you here", hasPicture: true });

  await section.getByRole("switch", { name: "Quiet hours" }).click();
  await section.getByLabel("Quiet from").fill("21:30");
  await ui.photograph("settings-notifications");
  await expect
    .poll(() => page.evaluate(() => window.tidemark.invoke("settings:get")))
    .toMatchObject({ quietHours: { from: "21:30", to: "07:00" }, notifications: true, keepRunning: true });
  await tidemark.app.close();
  const again = await open();
  await waitForEngine(again.page, "ready");
  await new Settings(again.page).open("Notifications");
  await expect(again.page.getByLabel("Quiet from")).toHaveValue("21:30");
});

test("notifies once that the app keeps running without a window, reopens the window, and quits with it if keepRunning is off", async ({
  tidemark,
  desktop,
}) => {
  const windows = () => tidemark.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  const close = () => tidemark.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await close();
  await expect.poll(windows).toBe(0);
  await expect
    .poll(() => desktop.shown.map(({ title }) => title))
    .toEqual(["Tidemark keeps checking prices"]);
  const reopen = async () => {
    const page = tidemark.app.waitForEvent("window");
    await tidemark.app.evaluate(({ app }) => app.emit("activate"));
    await waitForEngine(await page, "ready");
    return page;
  };
  await reopen();
  await close();
  await expect.poll(windows).toBe(0);
  expect(desktop.shown).toHaveLength(1);

  const page = await reopen();
  await page.evaluate(() => window.tidemark.invoke("settings:update", { keepRunning: false }));
  const ended = new Promise<number | null>((resolve) => tidemark.process.once("exit", resolve));
  await close();
  expect(await ended).toBe(0);
});
