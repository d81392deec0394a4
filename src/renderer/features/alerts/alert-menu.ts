import { BellOff, ExternalLink, Mail, MailOpen, X } from "lucide-react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { DAY_MS } from "../../../shared/time.js";
import { keyText } from "../../components/keys.js";
import type { MenuGroups } from "../../components/menu-items.js";
import { alertPrice } from "../../lib/event-sentence.js";
import { texts } from "../../lib/texts.js";
import { markEntries, removeEntry } from "../../stores/inbox.js";
import { go } from "../../stores/navigation.js";
import { snooze } from "../../stores/rules.js";

/** A test alert's product is made up and has no page, so opening it only marks it as read. */
export function openAlert(entry: InboxEntry): void {
  const { id, is_test, read_at, data } = entry;
  if (read_at === null) void markEntries(true, [id]);
  const currency = alertPrice(entry)?.currency;
  if (!is_test) go({ view: "product", productKey: data.product.service, ...(currency && { currency }) });
}

function snoozeFor(productKey: string, days: number): void {
  void snooze(productKey, new Date(Date.now() + days * DAY_MS));
}

/** Actions for an alert, shared by its button and the right click. */
export function alertMenu(entry: InboxEntry): MenuGroups {
  const { id, is_test, read_at, data } = entry;
  const { service: productKey } = data.product;
  const { alerts, common } = texts();
  const isUnread = read_at === null;
  return [
    [
      {
        label: alerts.openProduct,
        Icon: ExternalLink,
        keys: keyText("Enter"),
        isDisabled: is_test,
        run: () => openAlert(entry),
      },
      {
        label: isUnread ? alerts.markRead : alerts.markUnread,
        Icon: isUnread ? MailOpen : Mail,
        keys: "U",
        run: () => void markEntries(isUnread, [id]),
      },
    ],
    is_test
      ? []
      : [
          { label: alerts.snoozeDay, Icon: BellOff, run: () => snoozeFor(productKey, 1) },
          { label: alerts.snoozeWeek, Icon: BellOff, run: () => snoozeFor(productKey, 7) },
        ],
    [
      {
        label: common.remove,
        Icon: X,
        keys: keyText("Delete"),
        isDangerous: true,
        run: () => void removeEntry(entry),
      },
    ],
  ];
}
