import type { Page } from "@playwright/test";
import { openService, type TestService } from "../support/channel-services.js";
import { importKettle, kettle } from "../support/command-line.js";
import { test as base, expect } from "../support/electron.js";
import {
  expectAccessible,
  findSampleProducts,
  lookUp,
  openSettings,
  photograph,
  photographInGerman,
  select,
  watchPanel,
} from "../support/window.js";

const test = base.extend<{ readonly ntfy: TestService }>({
  // Playwright reads a fixture's dependencies from its first parameter, which must be a destructuring pattern.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  ntfy: async ({}, use) => {
    const ntfy = await openService("ntfy");
    await use(ntfy);
    ntfy.close();
  },
});

/** The engine polls every 30 s for work that another process has caused. */
const alertTimeoutMs = 45_000;

function channelsRegion(page: Page) {
  return page.getByRole("region", { name: "On your phone and elsewhere" });
}

function channelItem(page: Page, name: string) {
  return channelsRegion(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
}

async function addChannel(page: Page, address: string, name: string): Promise<void> {
  await channelsRegion(page).getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add channel" });
  await expect(dialog.getByRole("textbox", { name: /^Address or token/ })).toBeFocused();
  await page.keyboard.insertText(address);
  await select(dialog, "Service", "ntfy");
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}

test("adds, tests, edits, selects in a rule and removes a channel", async ({ tidemark, ntfy }) => {
  const { page } = tidemark;
  await openSettings(page, "Notifications");
  await expect(channelsRegion(page)).toContainText("No channels yet");
  await addChannel(page, ntfy.wrongAddress, "Phone");
  const phone = channelItem(page, "Phone");
  await expect(phone).toContainText("no alert sent yet");
  await expect(page.getByText(/tk_wrong/)).toHaveCount(0);

  await phone.getByRole("button", { name: "Test Phone" }).click();
  await expect(phone.getByRole("status")).toContainText(
    "The test alert was not delivered. The service answered 401: unauthorized. Enter the address with a user and password",
  );
  expect(ntfy.accepted).toEqual([]);

  await phone.getByRole("button", { name: "Edit Phone" }).click();
  const editing = page.getByRole("dialog", { name: "Edit channel" });
  await editing.getByRole("textbox", { name: /^Address or token/ }).fill(ntfy.address);
  await select(editing, "Service", "ntfy");
  await editing.getByLabel("Quiet hours").check();
  await editing.getByLabel("Quiet from").fill("21:30");
  await select(editing, "Language of the alerts", "Deutsch");
  await photograph(tidemark, "channel-dialog");
  await expectAccessible(page);
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(phone.getByRole("status")).toHaveCount(0);
  await expect(phone).toContainText("quiet from 21:30 to 07:00");
  await phone.getByRole("button", { name: "Test Phone" }).click();
  await expect(phone.getByRole("status")).toHaveText("Test alert delivered.");
  expect(ntfy.accepted.map(({ body }) => body.message)).toEqual([expect.stringContaining("79,99")]);

  const [product] = await findSampleProducts(page, "headphones", 1);
  await lookUp(page, product?.service ?? "");
  await watchPanel(page).getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("dialog", { name: "New rule" });
  await select(rule, "Alert me when", "It is back in stock");
  await select(rule, "Also send to", "Selected channels");
  await expect(rule.getByRole("button", { name: "Add rule" })).toBeDisabled();
  await rule.getByRole("checkbox", { name: "Phone" }).check();
  await photograph(tidemark, "rule-channels");
  await expectAccessible(page);
  await rule.getByRole("button", { name: "Add rule" }).click();
  const rules = watchPanel(page).getByRole("list", { name: "Rules of this product" });
  await expect(rules).toContainText("Back in stock · sent to Phone");
  await rules.getByRole("button", { name: /^Edit/ }).click();
  const editedRule = page.getByRole("dialog", { name: "Edit rule" });
  await expect(editedRule.getByRole("checkbox", { name: "Phone" })).toBeChecked();
  await select(editedRule, "Also send to", "No channel, only here");
  await editedRule.getByRole("button", { name: "Save" }).click();
  await expect(rules).toContainText("Back in stock · only here");

  await openSettings(page, "Notifications");
  await phone.getByRole("button", { name: "Remove Phone" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove channel" }).click();
  await expect(channelsRegion(page)).toContainText("No channels yet");
});

test("names what an address lacks, and keeps the form open", async ({ tidemark: { page } }) => {
  await openSettings(page, "Notifications");
  await channelsRegion(page).getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add channel" });
  await dialog.getByRole("textbox", { name: /^Address or token/ }).fill("https://ntfy.sh/");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The address lacks the topic.");
  await expect(dialog.getByRole("alert")).toContainText(
    "Enter it as https://ntfy.sh/your-topic; a topic has up to 64 letters",
  );
});

test("shows a delivered, a failed and a waiting alert, each with its next step", async ({
  tidemark,
  ntfy,
}) => {
  const { page, dataFolder } = tidemark;
  await importKettle(dataFolder, 60);
  await page.evaluate(
    (ids) => window.tidemark.invoke("engine:call", "schedules.put", { ids, schedule: "daily" }),
    [kettle.service],
  );
  await openSettings(page, "Notifications");
  await addChannel(page, ntfy.address, "Phone");
  await addChannel(page, ntfy.wrongAddress, "Tablet");
  await addChannel(page, "http://127.0.0.1:9/tidemark", "Server at home");
  await importKettle(dataFolder, 45);
  await expect(channelItem(page, "Phone")).toContainText("Delivered", { timeout: alertTimeoutMs });
  const tablet = channelItem(page, "Tablet");
  await expect(tablet).toContainText("Not delivered");
  await expect(tablet).toContainText("401: unauthorized. Enter the address with a user and password");
  const home = channelItem(page, "Server at home");
  await expect(home).toContainText(/1 alert waiting · next attempt in \d min/);
  await expect(home).toContainText("Check the address and that the server is running.");
  await channelsRegion(page).scrollIntoViewIfNeeded();
  await photograph(tidemark, "channels");
  await expectAccessible(page);
  await photographInGerman(tidemark, "channels");
});
