import { MousePointerClick, PencilLine } from "lucide-react";
import { useState } from "react";
import type { LinkQuestion } from "../../../shared/app/links.js";
import type { AddLinkResult, PageChoice } from "../../../shared/app/pages.js";
import { isInBrowser } from "../../lib/bridge.js";
import { currencyChoices } from "../../lib/currencies.js";
import {
  formatAmount,
  formatMoney,
  formatMoneyWithCode,
  formatPlural,
  formatPrice,
  formatSize,
} from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import {
  answer,
  clickPrice,
  enterPrice,
  othersAsking,
  watchSeparately,
} from "../../stores/adding/answers.js";
import { type Entry, useAdding } from "../../stores/adding/entries.js";
import { change } from "../../stores/answers.js";
import { Button } from "../button.js";
import { CheckField } from "../fields.js";
import { MenuButton } from "../menu-button.js";
import { ErrorNote } from "../states.js";
import { ListedPage } from "./listed-page.js";
import { Question } from "./question.js";

/** A link into a private network is followed only with the shopper's consent; the engine then reads what waits for it. */
export function AllowHost({ host }: { readonly host: string }) {
  const { error, run } = useAct();
  const allow = () => change("pages.allow", { host, is_allowed: true }, "pages.hosts");
  const { adding } = texts();
  const isOwner = !isInBrowser();
  return (
    <section className="add-message stack bounded starts" aria-label={adding.allowTitle}>
      <p>
        <code>{host}</code> {isOwner ? adding.isPrivate : adding.isPrivateElsewhere}
      </p>
      {isOwner && (
        <Button variant="primary" onClick={() => void run(allow)}>
          {adding.allow(host)}
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </section>
  );
}

type Asked<Outcome extends LinkQuestion["outcome"]> = Extract<LinkQuestion, { outcome: Outcome }>;

interface SayCurrencyProps {
  readonly entry: Entry;
  readonly question: Asked<"currency">;
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
    <Question
      label={adding.whichCurrency}
      title={title}
      about={sign === null ? adding.noCurrency(formatAmount(price)) : adding.sharedSign(sign)}
      answers={
        <>
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
        </>
      }
    >
      {others.length > 0 && (
        <CheckField checked={isForOthers} onChange={setForOthers}>
          {adding.sameForOthers(formatPlural("otherLink", others.length))}
        </CheckField>
      )}
    </Question>
  );
}

/**
 * A target in another currency than the page's is never converted, nor taken for an amount in the page's. One that can be
 * read in two ways is never guessed.
 */
export function TargetQuestion({
  id,
  question,
}: {
  readonly id: number;
  readonly question: Asked<"target">;
}) {
  const { title, price, currency, target } = question;
  const { adding } = texts();
  const { price: amount, currency: named, other_price: other } = target;
  const isInPageCurrency = other === undefined || named === null;
  const write = (each: number) =>
    isInPageCurrency ? formatMoneyWithCode(each, currency) : `${formatAmount(each)} ${named}`;
  const shown = price === null ? currency : formatMoneyWithCode(price, currency);
  const about =
    other === undefined
      ? adding.targetDiffers(`${formatAmount(amount)} ${named ?? ""}`, shown)
      : adding.targetInTwoWays(write(amount), write(other), shown);
  const amounts = other === undefined ? [amount] : [amount, other];
  return (
    <Question
      label={adding.whichTarget}
      title={title}
      about={about}
      answers={
        <>
          {amounts.map((each) => (
            <Button
              key={each}
              onClick={() =>
                void answer(id, { target: { price: each, currency: isInPageCurrency ? null : named } })
              }
            >
              {adding.targetInstead(write(each))}
            </Button>
          ))}
          <Button onClick={() => void answer(id, { target: null })}>{adding.noTarget}</Button>
        </>
      }
    />
  );
}

/** A page of another pack size: as a shop of the product, its price would be compared with that of a larger pack. */
export function SizeQuestion({ id, question }: { readonly id: number; readonly question: Asked<"size"> }) {
  const { title, image, price, currency, size, product_size: productSize } = question;
  const { adding } = texts();
  const usual = currency ?? "";
  const shown = price === null ? null : formatMoney(price, usual);
  return (
    <Question
      label={adding.otherSize}
      title={title}
      image={image}
      about={adding.sizesDiffer(formatSize(size, usual), shown, formatSize(productSize, usual))}
      answers={
        <>
          <Button variant="primary" onClick={() => void watchSeparately(id)}>
            {adding.watchSeparately}
          </Button>
          <Button onClick={() => void answer(id, { other_size: "join" })}>{adding.addAnyway}</Button>
        </>
      }
    />
  );
}

type Named = Pick<PageChoice, "variant" | "place">;

/** The variant, else what stands beside the price or where it stands. */
function nameOf({ variant, place }: Named): string {
  const { adding } = texts();
  if (variant !== null) return variant;
  const { words = null, spot = "data", end } = place ?? {};
  // Names from a table stand as they are; a line is what the page says.
  const isJoined = words?.includes(" · ") === true;
  const where = words === null ? adding.spots[spot] : isJoined ? words : adding.onLine(words);
  return end === undefined ? where : `${adding.ends[end]} · ${where}`;
}

/** A name for each price to select from. Equal names are numbered. */
export function choiceNames(choices: readonly Named[]): string[] {
  const { adding } = texts();
  const names = choices.map(nameOf);
  return names.map((name, index) => {
    const equal = names.flatMap((other, i) => (other === name ? [i] : []));
    return equal.length === 1 ? name : `${name} · ${adding.nth(equal.indexOf(index) + 1, equal.length)}`;
  });
}

interface PickPriceProps {
  readonly entry: Entry;
  readonly question: Extract<AddLinkResult, { outcome: "choose" }>;
}

/** The prices of an ambiguous page. The shopper selects one. */
export function PickPrice({ entry, question }: PickPriceProps) {
  const { id } = entry;
  const { title, image, choices } = question;
  const { adding, history } = texts();
  const names = choiceNames(choices);
  return (
    <Question
      label={adding.whichPrice}
      title={title}
      image={image}
      about={choices.length === 1 ? adding.onePrice : adding.severalPrices}
      answers={
        <>
          {!isInBrowser() && (
            <Button variant="quiet" icon={MousePointerClick} onClick={() => void clickPrice(id)}>
              {adding.noneOfThese}
            </Button>
          )}
          <Button variant="quiet" icon={PencilLine} onClick={() => enterPrice(id)}>
            {adding.byHand}
          </Button>
        </>
      }
    >
      {question.list && <ListedPage entry={entry} />}
      <ul className="add-choices scrolls stack">
        {choices.map(({ pick, price, currency, sign, availability }, index) => (
          <li key={`${pick.from} ${pick.variant} ${pick.nth}`}>
            <button
              type="button"
              className="add-choice line gap-3 full from-start hovers"
              onClick={() => void answer(id, { pick })}
            >
              <span>{names[index]}</span>
              {availability === "out" && <span className="warn">{history.outOfStock}</span>}
              <strong className="push">{formatPrice(price, currency ?? sign)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Question>
  );
}
