import { X } from "lucide-react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { IconButton } from "../../components/button.js";
import { ProductImage } from "../../components/product-image.js";
import { Tag } from "../../components/tag.js";
import { classNames } from "../../lib/class-names.js";
import { alertSentence } from "../../lib/event-sentence.js";
import { formatAge, formatDateTime, formatTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { leaveRow } from "../../lib/use-row-keys.js";
import { markEntries, removeEntry } from "../../stores/inbox.js";
import { go } from "../../stores/navigation.js";

interface AlertRowProps {
  readonly entry: InboxEntry;
  readonly nowMs: number;
  /** Under the heading of an earlier day the hour says more than the age. */
  readonly isToday: boolean;
}

/** The product of a test is made up, so that there is nothing to open: the entry is only read. */
function open({ id, is_test, read_at, data }: InboxEntry): void {
  if (read_at === null) void markEntries(true, [id]);
  if (!is_test) go({ view: "product", service: data.product.service });
}

export function AlertRow({ entry, nowMs, isToday }: AlertRowProps) {
  const { id, data, is_test, received_at } = entry;
  const isUnread = entry.read_at === null;
  return (
    <>
      <button
        type="button"
        data-row={id}
        className={classNames("row", "alert-row", isUnread && "is-unread")}
        onClick={() => open(entry)}
      >
        <span className="alert-dot">
          {isUnread && <span className="visually-hidden">{texts().alerts.unread} </span>}
        </span>
        <ProductImage title={data.product.title} source={data.product.image} size="small" />
        <span className="row-text">
          <span className="alert-what">{alertSentence(entry)}</span>
          <span className="alert-product truncate">{data.product.title}</span>
        </span>
        {is_test && <Tag tone="accent">{texts().common.test}</Tag>}
        <span className="quiet" title={formatDateTime(received_at)}>
          {isToday ? formatAge(received_at, nowMs) : formatTime(received_at)}
        </span>
      </button>
      <IconButton
        label={texts().alerts.removeOf(data.product.title)}
        onClick={({ currentTarget }) => {
          leaveRow(currentTarget);
          void removeEntry(entry);
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </>
  );
}
