import type { Page } from "@playwright/test";
import { watch } from "../support/call-engine.js";
import { openService, type TestService } from "../support/channel-services.js";
import { importKettle, kettle } from "../support/command-line.js";
import { test as base, expect } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { findHeadphones, select } from "../support/window.js";

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

async function addChannel(
  page: Page,
  ui: Ui,
  { name, address, problem }: { name: string; address: string; problem?: string },
): Promise<void> {
  await ui.settings.channels.getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Add channel" });
  await dialog.getByRole("button", { name: "Address or token" }).click();
  await expect(dialog.getByRole("textbox", { name: /^Address or token/ })).toBeFocused();
  await page.keyboard.insertText(address);
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  // Enter tests the address, and saves one that does not work only when pressed again.
  if (problem !== undefined) {
    await expect(dialog.getByRole("status")).toContainText(problem);
    await expect(dialog.getByRole("button", { name: "Save anyway" })).toBeVisible();
    await page.keyboard.press("Enter");
  }
  await expect(dialog).toHaveCount(0);
}

test("adds, tests, edits, selects in a rule and removes a channel", async ({ page, ui, ntfy }) => {
  await ui.settings.open("Notifications");
  await expect(ui.settings.channels).toContainText("No channels yet");
  await addChannel(page, ui, { name: "Phone", address: ntfy.wrongAddress, problem: "401: unauthorized" });
  const phone = ui.settings.channel("Phone");
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
  await editing.getByLabel("Quiet hours").check();
  await editing.getByLabel("Quiet from").fill("21:30");
  await select(editing, "When alerts are sent", "Once a week");
  await select(editing, "Time", "08:00");
  await select(editing, "Language of the alerts", "Deutsch");
  await ui.inspect("channel-dialog");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(phone.getByRole("status")).toHaveCount(0);
  await expect(phone).toContainText("Mondays at 08:00 · quiet from 21:30 to 07:00");
  expect(ntfy.accepted.map(({ body }) => body.message)).toEqual([expect.stringContaining("79,99")]);

  await ui.lookUp((await findHeadphones(page)).service);
  await ui.rule.open("It is back in stock");
  const rule = ui.rule.form;
  await select(rule, "Also send to", "Selected channels");
  await expect(ui.rule.addButton).toBeDisabled();
  await rule.getByRole("checkbox", { name: "Phone" }).check();
  await ui.inspect("rule-channels");
  await ui.rule.addButton.click();
  const rules = ui.product.watching.getByRole("list", { name: "Rules of this product" });
  await expect(rules).toContainText("Back in stock · sent to Phone");
  await rules.getByRole("button", { name: /^Edit/ }).click();
  const editedRule = page.getByRole("dialog", { name: "Edit rule" });
  await expect(editedRule.getByRole("checkbox", { name: "Phone" })).toBeChecked();
  await select(editedRule, "Also send to", "No channel, only here");
  await editedRule.getByRole("button", { name: "Save" }).click();
  await expect(rules).toContainText("Back in stock · only here");

  await ui.settings.open("Notifications");
  await phone.getByRole("button", { name: "Remove Phone" }).click();
  await ui.settings.confirm("Remove channel");
  await expect(ui.settings.channels).toContainText("No channels yet");
});

test("adds a service by its form, with a test before it is saved", async ({ page, ui, ntfy }) => {
  await ui.resizeTo({ width: 1_024, height: 700 });
  await ui.settings.open("Notifications");
  await ui.settings.channels.getByRole("button", { name: "Add channel" }).click();
  const tiles = page.getByRole("dialog", { name: "Add channel" });
  await expect(tiles.getByRole("button", { name: "Home Assistant" })).toBeVisible();
  await ui.inspect("channel-services");
  await tiles.getByRole("button", { name: "ntfy" }).click();
  const form = page.getByRole("dialog", { name: "ntfy" });
  await expect(form.getByRole("textbox", { name: "Topic" })).toBeFocused();
  await expect(form.getByRole("textbox", { name: "Topic" })).toHaveValue(/^tidemark-\w{10}$/);
  await expect(form.getByRole("img", { name: "QR code of the topic" })).toBeVisible();
  const isScrolled = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;
  expect(await form.evaluate(isScrolled)).toBe(false);
  await ui.inspect("channel-service");
  await form.getByLabel("Server").fill(new URL(ntfy.address).origin);
  await form.getByRole("button", { name: "Send a test" }).click();
  await expect(form.getByRole("status")).toContainText("The service answered 401: unauthorized.");
  await form.getByLabel("Token (optional)").fill(new URL(ntfy.address).password);
  await form.getByRole("button", { name: "Send a test" }).click();
  await expect(form.getByRole("status")).toHaveText("Test alert delivered.");
  await expect(form.getByRole("button", { name: "Add channel" })).toBeInViewport({ ratio: 1 });
  await ui.inspect("channel-tested");
  await expect(page.getByText("No channels yet")).toBeVisible();
  await form.getByRole("button", { name: "Other service" }).click();
  await tiles.getByRole("button", { name: "Email" }).click();
  const mail = page.getByRole("dialog", { name: "Email" });
  await mail.getByLabel("Email address").fill("me@gmx.net");
  await expect(mail.getByLabel("Outgoing mail server (optional)")).toHaveAttribute(
    "placeholder",
    "mail.gmx.net:465",
  );
  await mail.getByRole("button", { name: "Send a test" }).click();
  await expect(mail.getByLabel("Password")).toBeFocused();
  await expect(mail.getByRole("status")).toHaveCount(0);
  expect(await mail.evaluate(isScrolled)).toBe(false);
  await ui.photographInGerman("channel-services");
});

test("shows a delivered, a failed and a waiting alert, each with its next step", async ({
  page,
  ui,
  ntfy,
  dataFolder,
}) => {
  await importKettle(dataFolder, 60);
  await watch(page, [kettle.service]);
  await ui.settings.open("Notifications");
  await addChannel(page, ui, { name: "Phone", address: ntfy.address });
  await addChannel(page, ui, { name: "Tablet", address: ntfy.wrongAddress, problem: "401: unauthorized" });
  await addChannel(page, ui, {
    name: "Server at home",
    address: "http://127.0.0.1:9/tidemark",
    problem: "Check the address and that the server is running.",
  });
  await importKettle(dataFolder, 45);
  await expect(ui.settings.channel("Phone")).toContainText("Delivered", { timeout: alertTimeoutMs });
  const tablet = ui.settings.channel("Tablet");
  await expect(tablet).toContainText("Not delivered");
  await expect(tablet).toContainText("401: unauthorized. Enter the address with a user and password");
  const home = ui.settings.channel("Server at home");
  await expect(home).toContainText(/1 alert waiting · next attempt in \d min/);
  await expect(home).toContainText("Check the address and that the server is running.");
  await ui.settings.channels.scrollIntoViewIfNeeded();
  await ui.inspect("channels");
  await ui.photographInGerman("channels");
});
