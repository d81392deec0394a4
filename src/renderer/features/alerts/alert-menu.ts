import { BellOff, ExternalLink, Mail, MailOpen, X } from "lucide-react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { alertPrice } from "../../../shared/texts/alert-notices.js";
import { DAY_MS } from "../../../shared/time.js";
import { keyText } from "../../components/keys.js";
import type { MenuGroups } from "../../components/menu-items.js";
import { isUnread } from "../../lib/alert-groups.js";
import { texts } from "../../lib/texts.js";
import { markEntries, removeEntries } from "../../stores/inbox.js";
import { go } from "../../stores/navigation.js";
import { snooze } from "../../stores/rules.js";

type Subject = readonly [InboxEntry, ...InboxEntry[]];

/** A test alert's product is made up and has no page, so opening it only marks it as read. */
export function openAlert(subject: Subject): void {
  const [entry] = subject;
  const { is_test, data } = entry;
  if (isUnread(subject)) void markEntries(true, subject);
  const currency = alertPrice(entry)?.currency;
  if (!is_test) go({ view: "product", productKey: data.product.service, ...(currency && { currency }) });
}

function snoozeFor(productKey: string, days: number): void {
  void snooze(productKey, new Date(Date.now() + days * DAY_MS));
}

/** Actions for an alert, or a closed group of them, shared by its button and the right click. */
export function alertMenu(subject: Subject): MenuGroups {
  const [{ is_test, data }] = subject;
  const { service: productKey } = data.product;
  const { alerts, common } = texts();
  const isNew = isUnread(subject);
  return [
    [
      {
        label: alerts.openProduct,
        Icon: ExternalLink,
        keys: keyText("Enter"),
        isDisabled: is_test,
        run: () => openAlert(subject),
      },
      {
        label: isNew ? alerts.markRead : alerts.markUnread,
        Icon: isNew ? MailOpen : Mail,
        keys: "U",
        run: () => void markEntries(isNew, subject),
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
        run: () => void removeEntries(subject),
      },
    ],
  ];
}
