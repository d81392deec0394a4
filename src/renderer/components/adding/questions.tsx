import { useState } from "react";
import type { LinkQuestion } from "../../../shared/app/links.js";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { CallError } from "../../../shared/calls.js";
import { currencyChoices } from "../../lib/currencies.js";
import {
  formatAmount,
  formatMoney,
  formatMoneyWithCode,
  formatPlural,
  formatSize,
} from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { answer, othersAsking, watchSeparately } from "../../stores/adding/answers.js";
import { type Entry, useAdding } from "../../stores/adding/entries.js";
import { expireAnswers } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { Button } from "../button.js";
import { ErrorNote } from "../error-note.js";
import { MenuButton } from "../menu-button.js";
import { ProductImage } from "../product-image.js";

/** A link into a private network is followed only with the shopper's consent; the engine then reads what waits for it. */
export function AllowHost({ host }: { readonly host: string }) {
  const [error, setError] = useState<CallError | null>(null);
  const allow = async () => {
    const result = await callOnce("pages.allow", { host, is_allowed: true });
    if (!result.ok) return setError(result.error);
    expireAnswers("pages.hosts");
  };
  return (
    <section className="add-message" aria-label={texts().adding.allowTitle}>
      <p>
        <code>{host}</code> {texts().adding.isPrivate}
      </p>
      <Button variant="primary" onClick={() => void allow()}>
        {texts().adding.allow(host)}
      </Button>
      {error && <ErrorNote error={error} />}
    </section>
  );
}

interface SayCurrencyProps {
  readonly entry: Entry;
  readonly question: Extract<AddLinkResult, { outcome: "currency" }>;
}

/** The most common currencies; the menu has the others. */
const likely = ["USD", "EUR", "GBP", "CAD", "AUD"] as const;

/** A price without a currency is never assumed to be in dollars: the shopper selects the currency. */
export function SayCurrency({ entry, question: { title, price, sign, possible } }: SayCurrencyProps) {
  const entries = useAdding((state) => state.entries);
  const [isForOthers, setForOthers] = useState(false);
  const { adding } = texts();
  const others = othersAsking(entries, entry);
  const say = (currency: string) => {
    for (const { id } of [entry, ...(isForOthers ? others : [])]) void answer(id, { currency });
  };
  const codes = [...new Set(sign === null ? [...possible, ...likely] : possible)];
  return (
    <section className="add-message" aria-label={adding.whichCurrency}>
      <h2>{title}</h2>
      <p className="quiet">
        {sign === null ? adding.noCurrency(formatAmount(price)) : adding.sharedSign(sign)}
      </p>
      <div className="add-ways">
        {codes.slice(0, likely.length).map((code) => (
          <Button key={code} onClick={() => say(code)}>
            {formatMoneyWithCode(price, code)}
          </Button>
        ))}
        <MenuButton
          label={adding.currency}
          placeholder={adding.otherCurrency}
          choices={currencyChoices()}
          value={null}
          onChoose={say}
        />
      </div>
      {others.length > 0 && (
        <label className="line">
          <input
            type="checkbox"
            checked={isForOthers}
            onChange={({ target }) => setForOthers(target.checked)}
          />
          {adding.sameForOthers(formatPlural("otherLink", others.length))}
        </label>
      )}
    </section>
  );
}

interface TargetQuestionProps {
  readonly id: number;
  readonly question: Extract<LinkQuestion, { outcome: "target" }>;
}

/** A target in another currency than the page's is never converted, nor taken for an amount in the page's. */
export function TargetQuestion({ id, question }: TargetQuestionProps) {
  const { title, price, currency, target } = question;
  const { adding } = texts();
  const stated = `${formatAmount(target.price)} ${target.currency ?? ""}`;
  return (
    <section className="add-message" aria-label={adding.whichTarget}>
      <h2>{title}</h2>
      <p className="quiet">
        {adding.targetDiffers(stated, price === null ? currency : formatMoneyWithCode(price, currency))}
      </p>
      <div className="add-ways">
        <Button onClick={() => void answer(id, { target: { price: target.price, currency: null } })}>
          {adding.targetInstead(formatMoneyWithCode(target.price, currency))}
        </Button>
        <Button onClick={() => void answer(id, { target: null })}>{adding.noTarget}</Button>
      </div>
    </section>
  );
}

interface SizeQuestionProps {
  readonly id: number;
  readonly question: Extract<AddLinkResult, { outcome: "size" }>;
}

/** A page of another pack size: as a shop of the product, its price would be compared with that of a larger pack. */
export function SizeQuestion({ id, question }: SizeQuestionProps) {
  const { title, image, price, currency, size, product_size: productSize } = question;
  const { adding } = texts();
  const usual = currency ?? "";
  return (
    <section className="add-message" aria-label={adding.otherSize}>
      <header className="line gap-3">
        <ProductImage title={title} category={undefined} source={image ?? undefined} size="small" />
        <div>
          <h2>{title}</h2>
          <p className="quiet">
            {adding.sizesDiffer(
              formatSize(size, usual),
              price === null ? null : formatMoney(price, usual),
              formatSize(productSize, usual),
            )}
          </p>
        </div>
      </header>
      <div className="add-ways">
        <Button variant="primary" onClick={() => void watchSeparately(id)}>
          {adding.watchSeparately}
        </Button>
        <Button onClick={() => void answer(id, { other_size: "join" })}>{adding.addAnyway}</Button>
      </div>
    </section>
  );
}
