import type { InboxEntry } from "../../shared/app/alerts.js";
import type { EngineEvent } from "../../shared/engine-process.js";
import { alertNotice, isNewsworthy } from "../lib/event-sentence.js";
import { formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { throttle } from "../lib/throttle.js";
import { loadLinks } from "../stores/adding/links.js";
import { expireAllAnswers, expireAnswers, expirePrices } from "../stores/answers.js";
import { onEngineEvent } from "../stores/engine-events.js";
import { go, useNavigation } from "../stores/navigation.js";
import { dismissTopic, isNoticeShown, notify } from "../stores/notices.js";
import { endCheckNotice } from "../stores/watched.js";

const topic = "alerts";
/** Alerts since the notice was last closed. */
let count = 0;

function isInboxOpen(): boolean {
  const { stack, position } = useNavigation.getState();
  const here = stack[position];
  return here?.view === "alerts" && here.tab === undefined;
}

function notifyOf(entry: InboxEntry): void {
  // An open inbox already shows the new alert.
  if (isInboxOpen()) return;
  if (!entry.is_test && entry.reason === null && !isNewsworthy(entry)) return;
  count = isNoticeShown(topic) ? count + 1 : 1;
  // The alert is the answer to a check that was asked for.
  endCheckNotice();
  const { events } = texts();
  const notice = alertNotice(entry);
  const sentence = entry.is_test ? events.testOf(notice) : notice;
  notify({
    topic,
    text: count === 1 ? sentence : events.toldLast(formatPlural("newAlert", count), sentence),
    action: { label: events.openAlerts, run: () => go({ view: "alerts" }) },
  });
}

type ChangeKind = Extract<EngineEvent, { kind: "changed" }>["dataKind"];

/** The engine throttles changes per kind, but every alert also implies a price change. */
const pauseMs = 250;
const refreshPrices = throttle(() => pauseMs, expirePrices);

const refreshers: Record<ChangeKind, () => void> = {
  prices: refreshPrices,
  schedules: () => expireAnswers("schedules.overview", "watch.unwatched", "purchases.list", "shops.list"),
  webhooks: () => expireAnswers("webhooks.list", "webhooks.deliveries", "webhooks.listener"),
  upstreams: () => expireAnswers("upstreams.list", "upstreams.history"),
  channels: () => expireAnswers("channels.list"),
  devices: () => expireAnswers("web.list", "web.status"),
  pairings: () => expireAnswers("pairings.list"),
  links: () => {
    // A shopper waits for the card.
    void loadLinks({ areNew: true });
    expireAnswers("shops.list");
  },
  lists: () => expireAnswers("lists.all", "lists.entries"),
  archive: () => expireAnswers("history.samples", "app.statistics", "offers.foreign"),
  acts: () => notify({ topic: "acts", text: texts().acts.forgotten }),
  // The window does not show batches.
  batches: () => {},
  all: () => {
    expireAllAnswers();
    void loadLinks();
  },
};

/** Notifies of new alerts in a corner of the window, once its language has loaded, and expires outdated answers. */
export function followChanges(language: Promise<void>): void {
  useNavigation.subscribe(() => isInboxOpen() && dismissTopic(topic));
  onEngineEvent((event) => {
    if (event.kind === "inbox") {
      expireAnswers("alerts.of_product");
      // Another process may have recorded the price. Then only its alert arrives here.
      refreshPrices();
      return void language.then(() => notifyOf(event.entry));
    }
    refreshers[event.dataKind]();
  });
}
