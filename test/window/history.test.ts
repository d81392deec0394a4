import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/shared/time.js";
import { importProduct } from "../support/command-line.js";
import { expect, test } from "../support/electron.js";
import type { Ui } from "../support/models/ui.js";
import { lantern } from "../support/price-history.js";
import { saveNextDownloadTo } from "../support/window.js";

async function openLantern(ui: Ui, dataFolder: string): Promise<void> {
  await ui.product.open(await importProduct(dataFolder, lantern(Date.now())));
  await expect(ui.product.chart).toBeVisible();
  await ui.product.chart.scrollIntoViewIfNeeded();
}

test("moves from change to change with the arrow keys, and reads out the prices", async ({
  page,
  ui,
  dataFolder,
}) => {
  await openLantern(ui, dataFolder);
  await ui.product.chart.focus();
  await page.keyboard.press("End");
  await expect(ui.product.crossHair).toContainText(
    "alder.example $52.00; birch.example · =HYPERLINK(1) $54.00",
  );
  await page.keyboard.press("ArrowLeft");
  await expect(ui.product.crossHair).toContainText("birch.example · Ann, Bob $62.00");
  await expect(ui.product.crossHair).toContainText("alder.example $49.00");
  await ui.expectAccessible();
  await page.keyboard.press("Home");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await expect(ui.product.crossHair).toContainText("alder.example $55.00, out of stock");
  await page.keyboard.press("Escape");
  await expect(ui.product.chart).not.toBeFocused();
  await expect(ui.product.crossHair).toBeEmpty();
});

test("zooms with Control and the wheel, and scrolls the page without Control", async ({
  page,
  ui,
  dataFolder,
}) => {
  await openLantern(ui, dataFolder);
  const everything = (await ui.product.span.textContent()) ?? "";
  const view = page.locator(".app-view");
  await ui.product.chart.hover();
  const before = await view.evaluate((element) => element.scrollTop);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => view.evaluate((element) => element.scrollTop)).toBeGreaterThan(before);
  await expect(ui.product.span).toHaveText(everything);
  await ui.product.chart.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect(ui.product.span).not.toHaveText(everything);
  const zoomed = (await ui.product.span.textContent()) ?? "";
  await page.mouse.wheel(-80, 0);
  await expect(ui.product.span).not.toHaveText(zoomed);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect(ui.product.span).toHaveText(everything);
});

test("zooms to a dragged range, pans by dragging, and returns to a range of the toolbar", async ({
  page,
  ui,
  dataFolder,
}) => {
  await openLantern(ui, dataFolder);
  const everything = (await ui.product.span.textContent()) ?? "";
  const ranges = page.getByRole("group", { name: "Range" });
  await expect(ranges.getByRole("radio", { checked: true })).toHaveCount(1);
  const box = await ui.product.chart.boundingBox();
  if (!box) throw new Error("The chart has no box.");
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag(0.4, 0.6);
  await expect(ui.product.span).toContainText(/· (18|19|20) days/);
  const marked = (await ui.product.span.textContent()) ?? "";
  await drag(0.4, 0.6);
  await expect(ui.product.span).not.toHaveText(marked);
  await expect(ui.product.span).toContainText(/· (18|19|20) days/);
  await expect(ranges.getByRole("radio", { checked: true })).toHaveCount(0);
  await ranges.getByText("90 d").click();
  await expect(ui.product.span).toHaveText(everything);
  await expect(ranges.getByRole("radio", { name: "90 d" })).toBeChecked();
});

test("zooms by pinching", async ({ page, ui, dataFolder }) => {
  await openLantern(ui, dataFolder);
  const box = await ui.product.chart.boundingBox();
  if (!box) throw new Error("The chart has no box.");
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", shares: readonly number[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: shares.map((share, id) => ({ x: box.x + box.width * share, y: box.y + 100, id })),
    });
  await touch("touchStart", [0.45, 0.55]);
  await touch("touchMove", [0.4, 0.6]);
  await touch("touchMove", [0.3, 0.7]);
  await touch("touchEnd", []);
  // Fingers four times as far apart show a quarter of the time, around the middle.
  await expect(ui.product.span).toContainText(/· (20|21|22) days/);
});

test("shows a single line, all lines, or shops instead of offers", async ({ ui, dataFolder }) => {
  await openLantern(ui, dataFolder);
  const legend = ui.product.history.getByRole("list", { name: "Lines of the chart" });
  const pressed = legend.getByRole("button", { pressed: true, name: /\$/ });
  await expect(pressed).toHaveCount(3);
  await expect(legend.getByRole("button", { name: /^cedar/ })).toHaveAttribute("aria-pressed", "false");
  await legend.getByRole("button", { name: "Only alder.example" }).press("Enter");
  await expect(pressed).toHaveText(/^alder\.example/);
  await ui.photograph("history-only");
  await legend.getByRole("button", { name: "Show all" }).click();
  await expect(pressed).toHaveCount(4);
  await legend.getByRole("button", { name: /^alder/ }).click({ modifiers: ["Alt"] });
  await expect(pressed).toHaveCount(1);
  await legend.getByRole("button", { name: /^birch.*Ann/ }).dblclick();
  await expect(pressed).toHaveText(/Ann/);
  await ui.product.history.getByText("By shop").click();
  await expect(legend.getByRole("button", { name: /^birch\.example \(2 offers\)/ })).toBeVisible();
  await expect(pressed).toHaveText(/^birch/);
});

test("limits the table to the visible range", async ({ page, ui, dataFolder }) => {
  await openLantern(ui, dataFolder);
  const rows = ui.product.history.getByRole("table", { name: "Price history" }).getByRole("row");
  await ui.product.history.getByText("Table", { exact: true }).click();
  // The header and 13 prices.
  await expect(rows).toHaveCount(14);
  await ui.product.history.getByText("Chart", { exact: true }).click();
  await ui.product.chart.focus();
  await page.keyboard.press("End");
  for (let press = 0; press < 6; press++) await page.keyboard.press("+");
  await ui.product.history.getByText("Table", { exact: true }).click();
  // The header, three changes, and the prices of three offers at the start of the range.
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText("alder.example");
  await ui.inspect("history-table");
});

test("saves the visible range as CSV and as PNG", async ({ tidemark, page, ui, dataFolder }) => {
  const startMs = Date.now();
  await openLantern(ui, dataFolder);
  const csv = join(dataFolder, "prices.csv");
  await saveNextDownloadTo(tidemark, csv);
  await page.getByRole("button", { name: "Save as a table (CSV)" }).click();
  await expect.poll(() => existsSync(csv) && readFileSync(csv, "utf8").split("\r\n").length).toBe(15);
  const [head, first, ...rest] = readFileSync(csv, "utf8").split("\r\n");
  expect(head).toBe("time,retailer,seller,condition,price,currency,availability,url");
  expect(first).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,(alder|birch)\.example,.*,new,6[04],USD,in,https:\/\/\S+$/,
  );
  expect(rest.join("\n")).toContain(",birch.example,'=HYPERLINK(1),new,54,USD,in");
  expect(rest.join("\n")).toContain(',birch.example,"Ann, Bob",new,62,USD,in');
  expect(rest.join("\n")).toContain(",alder.example,,new,55,USD,out");
  expect(Math.abs(Date.parse(first?.split(",")[0] ?? "") - (startMs - 85 * DAY_MS))).toBeLessThan(60_000);

  const png = join(dataFolder, "prices.png");
  await saveNextDownloadTo(tidemark, png);
  await page.getByRole("button", { name: "Save as a picture (PNG)" }).click();
  await expect.poll(() => existsSync(png) && readFileSync(png).byteLength).toBeGreaterThan(20_000);
  const saved = readFileSync(png);
  expect(saved.subarray(1, 4).toString()).toBe("PNG");
  expect(saved.readUInt32BE(16)).toBe(2_000);
  expect(saved.readUInt32BE(20)).toBeGreaterThan(1_000);
});
