import { BellOff, ChevronDown, ChevronUp, ExternalLink, Mail, MailOpen, X } from "lucide-react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { alertPrice } from "../../../shared/texts/alert-notices.js";
import { DAY_MS } from "../../../shared/time.js";
import { ActionMenu, ContextActions } from "../../components/action-menu.js";
import { Button, IconButton } from "../../components/button.js";
import { keyText } from "../../components/keys.js";
import type { MenuGroups } from "../../components/menu-items.js";
import { Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Tag } from "../../components/tag.js";
import { type AlertRowContent, isUnread } from "../../lib/alert-groups.js";
import { openPage } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { alertSentence } from "../../lib/event-sentence.js";
import { formatAge, formatCount, formatDateTime, formatMoney, formatTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { markEntries, removeEntries } from "../../stores/inbox.js";
import { go } from "../../stores/navigation.js";
import { snooze } from "../../stores/rules.js";

interface AlertRowProps {
  readonly row: AlertRowContent;
  /** Whether the row's group shows all of its alerts. */
  readonly isOpen: boolean;
  readonly nowMs: number;
  /** Under a past day's heading, the time says more than the age. */
  readonly isToday: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function AlertRow({ row, isOpen, nowMs, isToday, onOpen }: AlertRowProps) {
  const { group, entry, subject } = row;
  const { id, data, is_test, received_at } = entry;
  const { url } = data.product;
  const isNew = isUnread(subject);
  const isOlder = entry !== group.entries[0];
  const menu = alertMenu(subject);
  return (
    <ContextActions label={data.product.title} groups={menu}>
      <li className={classNames("row-with-side alert line gap-1", isOlder && "is-older")}>
        <button
          type="button"
          data-row={id}
          className={classNames("row", "alert-row", isNew && "is-unread")}
          onClick={() => openAlert(subject)}
        >
          <span className="alert-dot fixed">
            {isNew && <span className="visually-hidden">{texts().alerts.unread} </span>}
          </span>
          <ProductImage title={data.product.title} source={data.product.image} size="small" />
          <span className="row-text">
            {!isOlder && (
              <span className={classNames("truncate", isNew && "strong")}>{data.product.title}</span>
            )}
            <span className="quiet">{alertSentence(entry)}</span>
          </span>
          {is_test && <Tag tone="accent">{texts().common.test}</Tag>}
          <EntryPrice entry={entry} />
          <span className="alert-time fixed quiet" title={formatDateTime(received_at)}>
            {isToday ? formatAge(received_at, nowMs) : formatTime(received_at)}
          </span>
        </button>
        {url?.startsWith("https://") && (
          <IconButton label={texts().product.openShop} onClick={() => openPage(url)} icon={ExternalLink} />
        )}
        <ActionMenu label={texts().alerts.moreOf(data.product.title)} groups={menu} />
        {!isOlder && group.entries.length > 1 && <GroupToggle row={row} isOpen={isOpen} onOpen={onOpen} />}
      </li>
    </ContextActions>
  );
}

/** Shows or hides the older alerts of a row's group. */
function GroupToggle({ row: { group }, isOpen, onOpen }: Pick<AlertRowProps, "row" | "isOpen" | "onOpen">) {
  const { alerts } = texts();
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <div className="alert-more">
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        {isOpen ? alerts.fewer : alerts.olderOnes(formatCount(group.entries.length - 1))}
        <span className="visually-hidden"> {alerts.about(group.entries[0].data.product.title)}</span>
        <Icon size={14} />
      </Button>
    </div>
  );
}

/** The new price, after the old one if it differs. */
function EntryPrice({ entry }: Pick<AlertRowContent, "entry">) {
  const price = alertPrice(entry);
  if (price === null) return null;
  const { current, previous, currency } = price;
  return (
    <span className="alert-price stack gap-0 ends small fixed">
      {previous !== null && previous !== current && (
        <s className="quiet">
          <span className="visually-hidden">{texts().shown.insteadOf} </span>
          {formatMoney(previous, currency)}
        </s>
      )}
      <Price amount={current} currency={currency} size="row" />
    </span>
  );
}

type Subject = readonly [InboxEntry, ...InboxEntry[]];

/** A test alert's product is made up and has no page, so opening it only marks it as read. */
function openAlert(subject: Subject): void {
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
function alertMenu(subject: Subject): MenuGroups {
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
