import type { ScheduleOverview } from "../../shared/app/alerts.js";
import { maxProductsPerChange } from "../../shared/app/limits.js";
import type { WatchRow } from "../../shared/app/watch.js";
import { chunk, groupBy } from "../../shared/arrays.js";
import type { CallError, OperationInput } from "../../shared/calls.js";
import type { Cadence } from "../../shared/contract/schedule.js";
import { formatCount, formatPlural } from "../lib/format.js";
import { keysOf } from "../lib/keys-of.js";
import { texts } from "../lib/texts.js";
import { actInParts, createRemovalNotices, undoable } from "./acts.js";
import { expireAnswers, expirePrices } from "./answers.js";
import { callOnce } from "./call-engine.js";
import { dismissTopic, isNoticeShown, notify, notifyFailure } from "./notices.js";
import { hideRows, loadWatchList, useWatchList } from "./watch-list.js";

/** The fields of a watched product that are needed to change its schedule. */
export type Watched = Pick<WatchRow, "product_key" | "title" | "schedule" | "retailer">;

export interface ScheduleChange {
  readonly product_key: string;
  readonly schedule: Cadence;
  readonly retailer: string | null;
}

const progressTopic = "watch progress";

type Wanted = Pick<ScheduleOverview, "product_key" | "schedule" | "retailer">;

/** Parts of a change that are large enough to be quick, and small enough to show the progress. */
const productsPerCall = 100;

/** The inputs that watch products so: one per cadence and retailer, and per hundred products. */
export function partsForSchedules(wanted: readonly Wanted[]): OperationInput<"watch.put">[] {
  const groups = groupBy(wanted, ({ schedule, retailer }) => `${schedule} ${retailer ?? ""}`);
  return [...groups.values()].flatMap((group) =>
    chunk(group, productsPerCall).flatMap((part) => {
      const [first] = part;
      if (!first) return [];
      const { schedule, retailer } = first;
      return { product_keys: keysOf(part), schedule, retailer };
    }),
  );
}

/** Shows the progress of many calls; a few finish too soon to read it. */
function notifyProgress(text: (done: string, all: string) => string, done: number, all: number): void {
  if (all > productsPerCall)
    notify({ topic: progressTopic, text: text(formatCount(done), formatCount(all)) });
}

interface Changed {
  readonly actId: number | null;
  readonly error: CallError | null;
}

/** Watches products, or changes their schedules. */
export async function watch(
  changes: readonly ScheduleChange[],
  /** The act that this belongs to. */
  partOf: number | null = null,
): Promise<Changed> {
  const inputs = partsForSchedules(changes).map((input) =>
    partOf === null ? input : { ...input, part_of: partOf },
  );
  const doneAfter = (parts: number) =>
    inputs.slice(0, parts).reduce((sum, { product_keys: keys }) => sum + keys.length, 0);
  const { actId, error } = await actInParts("watch.put", inputs, (parts) =>
    notifyProgress(texts().watchList.changing, doneAfter(parts), changes.length),
  );
  finish();
  return { actId, error };
}

type Unwatched = Pick<Watched, "product_key" | "title">;

/** Stops watching; can be undone. Null on success. */
export function unwatch(products: readonly Unwatched[]): Promise<CallError | null> {
  return undoable(() => stopWatching(products));
}

async function stopWatching(products: readonly Unwatched[]): Promise<CallError | null> {
  const keys = keysOf(products);
  hideRows(new Set(keys));
  const inputs = chunk(keys, maxProductsPerChange).map((part) => ({
    product_keys: part,
    ...stoppedNotices.partOf(),
  }));
  const { actId, error, results } = await actInParts("watch.stop", inputs);
  const stopped = results.reduce((sum, each) => sum + each.stopped, 0);
  if (stopped > 0) stoppedNotices.announce(products, actId);
  finish();
  return error;
}

const stoppedNotices = createRemovalNotices<Unwatched>("unwatched", ([first, ...others]) =>
  texts().acts.kinds["watch.stop"](
    first && others.length === 0 ? first.title : formatPlural("product", others.length + 1),
  ),
);

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

function finish(): void {
  dismissTopic(progressTopic);
  void loadWatchList();
  expirePrices();
  expireAnswers("schedules.overview", "watch.unwatched");
}
