import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { Purchase, Savings } from "../../../shared/app/purchases.js";
import { formatDayWithin } from "../../../shared/texts/sentences.js";
import { IconButton } from "../../components/button.js";
import { Price } from "../../components/price.js";
import { RowButton } from "../../components/row-button.js";
import { Section } from "../../components/section.js";
import { formatCount, formatMoney, formatPlural } from "../../lib/format.js";
import { againstPaid, savingSentences } from "../../lib/paid-against.js";
import { shopName } from "../../lib/shop-name.js";
import { locale, texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { hasWords } from "../../lib/watch/watch-item.js";
import { useAnswer } from "../../stores/answers.js";
import { removePurchase } from "../../stores/purchases.js";

interface BoughtListProps {
  /** Limits the list to purchases with these words. */
  readonly words?: string;
  /** Shown instead of a list without purchases. */
  readonly empty?: ReactNode;
}

/** What was bought, with what it saved. */
export function BoughtList({ words = "", empty = null }: BoughtListProps) {
  const { data } = useAnswer("purchases.list", {});
  const { bought } = texts();
  if (!data) return null;
  if (data.total === 0) return empty;
  const { purchases, total, savings } = data;
  const shown = purchases.filter(({ title, retailer }) =>
    hasWords([title, retailer ?? "", shopName(retailer ?? "")].join(" "), words),
  );
  return (
    <Section title={bought.title} flush>
      <div className="bought-savings stack">
        {savings.map((each) => (
          <SavedIn key={each.currency} savings={each} />
        ))}
        {savings.some(({ usual }) => usual !== null) && <p className="quiet">{bought.usualAbout}</p>}
        {purchases.length < total && (
          <p className="quiet">{bought.newest(formatCount(purchases.length), formatCount(total))}</p>
        )}
      </div>
      {shown.length > 0 ? (
        <Rows purchases={shown} />
      ) : (
        <p className="bought-savings quiet">{texts().watchList.nothingMatchesAdvice}</p>
      )}
    </Section>
  );
}

/** Amounts in different currencies are never added up. */
function SavedIn({ savings }: { readonly savings: Savings }) {
  const { paid, currency, purchases } = savings;
  return (
    <p>
      <strong>{texts().bought.paid(formatMoney(paid, currency), formatPlural("product", purchases))}</strong>{" "}
      {savingSentences(savings).join(" ")}
    </p>
  );
}

function Rows({ purchases }: { readonly purchases: readonly Purchase[] }) {
  const keys = useRowKeys();
  return (
    <ul className="unwatched divided" aria-label={texts().bought.title} {...keys}>
      {purchases.map((purchase) => (
        <li key={purchase.id} className="row-with-side line gap-1">
          <Row purchase={purchase} />
          <IconButton
            label={texts().acts.kinds["purchases.remove"](purchase.title)}
            onClick={() => void removePurchase(purchase)}
            icon={X}
          />
        </li>
      ))}
    </ul>
  );
}

function Row({ purchase }: { readonly purchase: Purchase }) {
  const { price, currency, on, retailer } = purchase;
  const { bought } = texts();
  const difference = againstPaid(purchase);
  const until = purchase.can_be_returned ? purchase.return_until : null;
  const facts = [
    formatDayWithin(on, locale()),
    retailer && shopName(retailer),
    until && bought.returnBy(formatDayWithin(until, locale())),
    difference && bought.now(difference),
    purchase.is_open ? null : bought.watchedAgain,
  ];
  return (
    <RowButton product={purchase} line={facts.filter(Boolean).join(" · ")}>
      <Price amount={price} currency={currency} size="row" />
    </RowButton>
  );
}
