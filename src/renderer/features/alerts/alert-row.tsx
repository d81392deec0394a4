import { ExternalLink } from "lucide-react";
import type { InboxEntry } from "../../../shared/app/alerts.js";
import { ActionMenu, ContextActions } from "../../components/action-menu.js";
import { IconButton } from "../../components/button.js";
import { Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { Tag } from "../../components/tag.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { alertPrice, alertSentence } from "../../lib/event-sentence.js";
import { formatAge, formatDateTime, formatMoney, formatTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { alertMenu, openAlert } from "./alert-menu.js";

interface AlertRowProps {
  readonly entry: InboxEntry;
  readonly nowMs: number;
  /** Under a past day's heading, the time says more than the age. */
  readonly isToday: boolean;
}

export function AlertRow({ entry, nowMs, isToday }: AlertRowProps) {
  const { id, data, is_test, received_at } = entry;
  const isUnread = entry.read_at === null;
  const menu = alertMenu(entry);
  return (
    <ContextActions label={data.product.title} groups={menu}>
      <li className="row-with-side">
        <button
          type="button"
          data-row={id}
          className={classNames("row", "alert-row", isUnread && "is-unread")}
          onClick={() => openAlert(entry)}
        >
          <span className="alert-dot">
            {isUnread && <span className="visually-hidden">{texts().alerts.unread} </span>}
          </span>
          <ProductImage title={data.product.title} source={data.product.image} size="small" />
          <span className="row-text">
            <span className="alert-product truncate">{data.product.title}</span>
            <span className="alert-what quiet">{alertSentence(entry)}</span>
          </span>
          {is_test && <Tag tone="accent">{texts().common.test}</Tag>}
          <EntryPrice entry={entry} />
          <span className="alert-time quiet" title={formatDateTime(received_at)}>
            {isToday ? formatAge(received_at, nowMs) : formatTime(received_at)}
          </span>
        </button>
        {data.product.url?.startsWith("https://") && <OpenShop url={data.product.url} />}
        <ActionMenu label={texts().alerts.moreOf(data.product.title)} groups={menu} />
      </li>
    </ContextActions>
  );
}

/** The new price, after the old one if it differs. */
function EntryPrice({ entry }: Pick<AlertRowProps, "entry">) {
  const price = alertPrice(entry);
  if (price === null) return null;
  const { current, previous, currency } = price;
  return (
    <span className="alert-price">
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

function OpenShop({ url }: { readonly url: string }) {
  return (
    <IconButton
      label={texts().product.openShop}
      onClick={() => void bridge().invoke("shell:open-external", url)}
    >
      <ExternalLink size={16} aria-hidden="true" />
    </IconButton>
  );
}
