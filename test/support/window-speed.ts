import type { Page } from "@playwright/test";

/**
 * The longest task of the page's own thread while something was done, in milliseconds that the thread was at work:
 * what else the machine does meanwhile does not count.
 */
export interface HistorySpeed {
  /** From the wish to see the product to its chart: the answer's arrival, its reading, and the first drawing. */
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

/** The longest task on the page's main thread while `work` is done, by the browser's own trace. */
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

const turns = 30;

/** Each frame one turn, as a hand does it. */
async function turnWheel(page: Page, deltaX: number, deltaY: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(deltaX, deltaY);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** `open` shows the product's page; its chart is then drawn anew, zoomed in and out, and panned by the wheel. */
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

/** As above, of the watch list. */
export interface ListSpeed {
  readonly scrolling: number;
  readonly sorting: number;
  readonly filtering: number;
}

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The watch list is on screen, all of it read; it is scrolled through, sorted by each column, and filtered. */
export async function measureList(page: Page): Promise<ListSpeed> {
  const grid = page.getByRole("grid");
  await grid.hover({ position: { x: 200, y: 200 } });
  const scrolling = await longestTask(page, async () => {
    for (let turn = 0; turn < turns; turn++) {
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
