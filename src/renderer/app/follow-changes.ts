import type { InboxEntry } from "../../shared/app/alerts.js";
import type { EngineEvent } from "../../shared/engine-process.js";
import { alertSentence, alertTitle, isNewsworthy } from "../lib/event-sentence.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { expireAnswers } from "../stores/answers.js";
import { go, useNavigation } from "../stores/navigation.js";
import { onNews } from "../stores/news.js";
import { dismissTopic, isNoticeShown, notify } from "../stores/notices.js";

const topic = "alerts";
/** Alerts since the notice was last closed. */
let count = 0;

function isInboxOpen(): boolean {
  const { stack, position } = useNavigation.getState();
  const here = stack[position];
  return here?.view === "alerts" && here.tab === undefined;
}

function tellOf(entry: InboxEntry): void {
  // Whoever looks at the inbox sees it arrive there.
  if (isInboxOpen()) return;
  if (!entry.is_test && entry.reason === null && !isNewsworthy(entry)) return;
  count = isNoticeShown(topic) ? count + 1 : 1;
  const { events } = texts();
  const told = events.told(alertTitle(entry), entry.data.product.title, alertSentence(entry));
  const sentence = entry.is_test ? events.testOf(told) : told;
  notify({
    topic,
    text: count === 1 ? sentence : events.toldLast(formatPlural("newAlert", count), sentence),
    action: { label: events.openAlerts, run: () => go({ view: "alerts" }) },
  });
}

/** News come in bursts: a check of many offers tells of each. One question after the burst is enough. */
const burstMs = 250;
type What = Extract<EngineEvent, { kind: "changed" }>["dataKind"];
const changed = new Set<What>();

/** What a changed price can change. A list of results or deals stays as it is, so that no row moves under the pointer. */
const aboutPrices = ["app.statistics", "app.info", "offers.history", "offers.foreign"] as const;

function flush(): void {
  if (changed.has("prices")) expireAnswers(...aboutPrices);
  if (changed.has("schedules")) expireAnswers("schedules.overview");
  if (changed.has("webhooks")) expireAnswers("webhooks.list", "webhooks.deliveries", "webhooks.listener");
  if (changed.has("batches")) expireAnswers("batch.jobs");
  if (changed.has("upstreams")) expireAnswers("upstreams.list");
  changed.clear();
}

/** Tells of new alerts in a corner of the window, and lets go of answers that are not so any more. */
export function followChanges(): () => void {
  const stopNavigation = useNavigation.subscribe(() => isInboxOpen() && dismissTopic(topic));
  const stopNews = onNews((news) => {
    if (news.kind === "inbox") return tellOf(news.entry);
    if (changed.size === 0) setTimeout(flush, burstMs);
    changed.add(news.dataKind);
  });
  return () => {
    stopNavigation();
    stopNews();
  };
}
