import type { Page } from "@playwright/test";

/**
 * The longest task of the page's main thread during each action, in milliseconds of the thread's CPU time, so that
 * other load on the machine does not count.
 */
export interface HistorySpeed {
  /** From opening the product to its chart: receiving and parsing the response, and the first drawing. */
  readonly opening: number;
  /** The chart alone, with its legend. */
  readonly drawing: number;
  readonly zooming: number;
  readonly panning: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread while `work` runs, from the browser's trace. */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    traceConfig: {
      includedCategories: ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel"],
    },
    transferMode: "ReportEvents",
  });
  await work();
  const isComplete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await isComplete;
  await session.detach();
  return Math.max(0, ...mainThreadTasks(events));
}

function mainThreadTasks(events: readonly TraceEvent[]): number[] {
  const main = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => name === "RunTask" && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = dur }) => tdur / 1_000);
}

const turnCount = 30;

/** Turns the wheel once per frame, as a hand does. */
async function turnWheel(page: Page, deltaX: number, deltaY: number): Promise<void> {
  for (let turn = 0; turn < turnCount; turn++) {
    await page.mouse.wheel(deltaX, deltaY);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Opens the product's page with `open`, then redraws, zooms and pans its chart. */
export async function measureHistory(page: Page, open: () => Promise<void>): Promise<HistorySpeed> {
  const chart = page.getByRole("application", { name: "Chart of prices" });
  const opening = await longestTask(page, async () => {
    await open();
    await chart.waitFor();
  });
  const history = page.getByRole("region", { name: "Price history" });
  await history.getByText("Table", { exact: true }).click();
  const drawing = await longestTask(page, async () => {
    await history.getByText("Chart", { exact: true }).click();
    await chart.waitFor();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  });
  await chart.scrollIntoViewIfNeeded();
  await chart.hover();
  await chart.focus();
  const zooming = await longestTask(page, async () => {
    await turnWheel(page, 0, -40);
    await turnWheel(page, 0, 23);
  });
  const panning = await longestTask(page, async () => {
    await turnWheel(page, -60, 0);
    await turnWheel(page, 60, 0);
  });
  return { opening, drawing, zooming, panning };
}

/** Longest tasks while the watch list is in use, in the same unit. */
export interface ListSpeed {
  readonly scrolling: number;
  readonly sorting: number;
  readonly filtering: number;
}

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Scrolls the open, fully loaded watch list, sorts it by each column, and filters it. */
export async function measureList(page: Page): Promise<ListSpeed> {
  const grid = page.getByRole("grid");
  await grid.hover({ position: { x: 200, y: 200 } });
  const scrolling = await longestTask(page, async () => {
    for (let turn = 0; turn < turnCount; turn++) {
      await page.mouse.wheel(0, 1_500);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.mouse.wheel(0, -100_000);
    await nextFrame(page);
  });
  const heads = grid.getByRole("columnheader").getByRole("button");
  const sorting = await longestTask(page, async () => {
    for (let head = 0; head < (await heads.count()); head++) {
      await heads.nth(head).click();
      await nextFrame(page);
    }
  });
  const filtering = await longestTask(page, async () => {
    await page.getByRole("searchbox").pressSequentially("product 12");
    await nextFrame(page);
    await page.getByRole("searchbox").fill("");
    await nextFrame(page);
  });
  return { scrolling, sorting, filtering };
}
