import type { ScheduleOverview } from "../../shared/app/alerts.js";
import { maxProductsPerChange } from "../../shared/app/limits.js";
import type { StoppedSchedule, WatchRow } from "../../shared/app/watch.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import type { Cadence } from "../../shared/contract/schedule.js";
import { groupBy } from "../../shared/group-by.js";
import { chunk } from "../../shared/chunk.js";
import { formatCount, formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { expireAnswers } from "./answers.js";
import { callOnce } from "./call-engine.js";
import {
  createRemovalNotices,
  dismissTopic,
  isNoticeShown,
  notify,
  notifyFailure,
  undoable,
} from "./notices.js";
import { hideRows, loadWatchList, useWatchList } from "./watch-list.js";

/** The fields of a watched product that are needed to change its schedule. */
export type Watched = Pick<WatchRow, "product_key" | "title" | "schedule" | "retailer">;

export interface ScheduleChange {
  readonly product_key: string;
  readonly schedule: Cadence;
  readonly retailer: string | null;
}

const progressTopic = "watch progress";

/** Contract, section 8. */
const idsPerCall = 100;

type Wanted = Pick<ScheduleOverview, "product_key" | "schedule" | "retailer">;

/** The calls that recreate these schedules: one per cadence and retailer, and per hundred products. */
export function callsForSchedules(wanted: readonly Wanted[]): OperationInput<"schedules.put">[] {
  const groups = groupBy(wanted, ({ schedule, retailer }) => `${schedule} ${retailer ?? ""}`);
  return [...groups.values()].flatMap((group) =>
    chunk(group, idsPerCall).flatMap((part) => {
      const [first] = part;
      if (!first) return [];
      const ids = part.map(({ product_key: productKey }) => productKey);
      return { ids, schedule: first.schedule, ...(first.retailer && { retailer: first.retailer }) };
    }),
  );
}

/** Shows the progress of many calls; a few finish too soon to read it. */
function notifyProgress(text: (done: string, all: string) => string, done: number, all: number): void {
  if (all > idsPerCall) notify({ topic: progressTopic, text: text(formatCount(done), formatCount(all)) });
}

/** Watches products, or changes their schedules. Null on success. */
export async function watch(changes: readonly ScheduleChange[]): Promise<CallError | null> {
  let done = 0;
  for (const call of callsForSchedules(changes)) {
    notifyProgress(texts().watchList.changing, done, changes.length);
    const result = await callOnce("schedules.put", call);
    if (!result.ok) return finish(result.error);
    done += call.ids.length;
  }
  return finish(null);
}

/** Stops watching; can be undone. Null on success. */
export function unwatch(
  schedules: readonly Pick<Watched, "product_key" | "title">[],
): Promise<CallError | null> {
  return undoable(() => stopWatching(schedules));
}

async function stopWatching(
  schedules: readonly Pick<Watched, "product_key" | "title">[],
): Promise<CallError | null> {
  const done: Stopped[] = [];
  hideRows(new Set(schedules.map(({ product_key: productKey }) => productKey)));
  const titles = new Map(schedules.map(({ product_key: productKey, title }) => [productKey, title]));
  for (const part of chunk(schedules, maxProductsPerChange)) {
    const productKeys = part.map(({ product_key: productKey }) => productKey);
    const result = await callOnce("watch.stop", { product_keys: productKeys });
    // Completed parts can be undone even if the rest failed.
    if (!result.ok) return finishUnwatch(done, result.error);
    const { stopped } = result.data;
    done.push(...stopped.map((each) => ({ ...each, title: titles.get(each.product_key) ?? "" })));
  }
  return finishUnwatch(done, null);
}

function finishUnwatch(done: readonly Stopped[], error: CallError | null): CallError | null {
  if (done.length > 0) announceStopped(done);
  return finish(error);
}

const checkAllTopic = "check all";

/** Removes the notice of a single check once its result has one. */
export function endCheckNotice(): void {
  dismissTopic("check one");
}

/** Checks one product, or all watched ones, without waiting for the schedule. */
export async function checkNow(productKey?: string): Promise<void> {
  const before = useWatchList.getState().items.map(({ row }) => row);
  const result = await callOnce(
    "schedules.check",
    productKey === undefined ? {} : { product_key: productKey },
  );
  if (!result.ok) return notifyFailure(result.error);
  void loadWatchList();
  expireAnswers("schedules.overview");
  const { products } = result.data;
  if (products === 0) return;
  if (!navigator.onLine) {
    const topic = productKey === undefined ? checkAllTopic : "check one";
    notify({ topic, text: texts().watching.checkingLater(formatPlural("product", products)) });
  } else if (productKey === undefined) followChecks(before);
  // The row and the page of a single product show its check themselves.
}

let stopFollowing = () => {};

/** Shows the progress of checking all products, then the result. `before`: the rows before the checks. */
function followChecks(before: readonly WatchRow[]): void {
  stopFollowing();
  const rowsBefore = new Map(before.map((row) => [row.product_key, row]));
  let shown = -1;
  const update = () => {
    const rows = useWatchList.getState().items.flatMap(({ row }) => {
      const old = rowsBefore.get(row.product_key);
      return old === undefined ? [] : [{ old, row }];
    });
    const done = rows.filter(({ old, row }) => !row.is_running && row.last_check_at !== old.last_check_at);
    const isFinished = done.length === rows.length;
    // The shopper may have dismissed the progress.
    const isWanted = shown < 0 || isNoticeShown(checkAllTopic);
    if (isFinished) stopFollowing();
    if (isFinished && rows.length > 0) notify({ topic: checkAllTopic, text: resultText(done) });
    else if (done.length !== shown && isWanted) {
      const { checking } = texts().watching;
      const text = checking(rows.length, formatPlural("product", rows.length), formatCount(done.length));
      notify({ topic: checkAllTopic, text, isLasting: true });
    }
    shown = done.length;
  };
  stopFollowing = useWatchList.subscribe(update);
  update();
}

interface CheckedRow {
  readonly old: WatchRow;
  readonly row: WatchRow;
}

/** The change of the best price; 0 without two prices in one currency. */
function changeOf({ old, row }: CheckedRow): number {
  return old.best && row.best?.currency === old.best.currency ? row.best.price - old.best.price : 0;
}

function resultText(checked: readonly CheckedRow[]): string {
  return texts().watching.checked(formatPlural("product", checked.length), {
    fell: checked.filter((each) => changeOf(each) < 0).length,
    rose: checked.filter((each) => changeOf(each) > 0).length,
    unread: checked.filter(({ row }) => row.health.failures > 0 && row.health.is_everywhere).length,
  });
}

function finish(error: CallError | null): CallError | null {
  dismissTopic(progressTopic);
  void loadWatchList();
  expireAnswers("schedules.overview", "watch.unwatched", "app.statistics", "offers.foreign");
  return error;
}

type Stopped = StoppedSchedule & Pick<Watched, "title">;

const announceStopped = createRemovalNotices<Stopped>({
  topic: "unwatched",
  text: ([first, ...others]) =>
    texts().watching.stopped(
      first && others.length === 0 ? first.title : formatPlural("product", others.length + 1),
    ),
  restore: watchAgain,
});

/** Restores the previous cadence, shop and times. */
async function watchAgain(stopped: readonly Stopped[]): Promise<void> {
  for (const part of chunk(stopped, maxProductsPerChange)) {
    const result = await callOnce("watch.resume", {
      schedules: part.map(({ title: _title, ...each }) => each),
    });
    if (!result.ok) notifyFailure(result.error);
  }
  finish(null);
}
