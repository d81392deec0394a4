import { Check } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import type { LeftOut } from "../../../shared/app/links.js";
import type { ProductFigures } from "../../../shared/app/search.js";
import { hasCommonWord } from "../../../shared/words.js";
import { amountField, editableAmount, parseAmount } from "../../lib/amount.js";
import { bestNotes } from "../../lib/best-offer.js";
import { classNames } from "../../lib/class-names.js";
import { formatAge, formatDateTime, formatMoney } from "../../lib/format.js";
import { joinedPrice } from "../../lib/joined-price.js";
import { shopHost, shopName } from "../../lib/shop-name.js";
import { type KnownPrices, proposedTarget } from "../../lib/suggested-targets.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { type Entry, isAdded, type ReadPage, type Watched } from "../../stores/adding/entries.js";
import { takeBack } from "../../stores/adding/links.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { notifyFailure } from "../../stores/notices.js";
import { setTarget, targetRuleOf } from "../../stores/targets.js";
import { useWatchedRows } from "../../stores/watch-list.js";
import { Button } from "../button.js";
import { SameProduct } from "../merge-dialog.js";
import { Approximate, GradeBadge, Price } from "../price.js";
import { ProductImage } from "../product-image.js";
import { ShopName } from "../shop-name.js";
import { TellOfReturn } from "../tell-of-return.js";
import { figureLevels, TideGauge } from "../tide-gauge.js";

interface WatchedCardProps {
  readonly entry: Entry;
  readonly watched: Watched;
  readonly isOnly: boolean;
}

/** A watched product with its price and its target. A shop that joined one among several gets a line: both are the product's. */
export function WatchedCard({ entry, watched, isOnly }: WatchedCardProps) {
  const isJoined = watched.how === "joined" && watched.page !== null && entry.url !== null;
  return isJoined && !isOnly ? (
    <JoinedShop entry={entry} watched={watched} page={watched.page} shop={shopName(shopHost(entry.url))} />
  ) : (
    <WatchedProduct entry={entry} watched={watched} isOnly={isOnly} />
  );
}

interface JoinedShopProps extends Pick<WatchedCardProps, "entry" | "watched"> {
  readonly page: ReadPage;
  readonly shop: string;
}

/** A shop that joined a product, and how its price compares. */
function JoinedShop({ entry, watched: { productKey, title, leftOut }, page, shop }: JoinedShopProps) {
  const figures = useAnswer("products.figures", { product_keys: [productKey] }).data?.figures[0];
  return (
    <div className="line wraps gap-4 is-row">
      <div className="add-watched-text stack shrinks">
        <p className="add-joined breaks">
          <Check size={15} /> {texts().adding.joins(shop, title, joinedPrice(page, figures?.best ?? null))}
        </p>
        <Doubt title={title} page={page} />
        <LeftOutNotes leftOut={leftOut} />
      </div>
      <Actions entry={entry} productKey={productKey} isOnly={false} />
    </div>
  );
}

/** The page that joined a product may be about another one. */
function Doubt({ title, page }: { readonly title: string; readonly page: ReadPage }) {
  if (hasCommonWord(title, page.page_title)) return null;
  return <p className="warn">{texts().adding.otherTitle(page.page_title)}</p>;
}

interface ActionsProps {
  readonly entry: Entry;
  readonly productKey: string;
  readonly isOnly: boolean;
}

function Actions({ entry, productKey, isOnly }: ActionsProps) {
  const { common } = texts();
  return (
    <div className="add-actions line">
      <Button variant={isOnly ? "primary" : "secondary"} onClick={() => go({ view: "product", productKey })}>
        {common.open}
      </Button>
      {isAdded(entry) && (
        <Button variant="quiet" onClick={() => void takeBack([entry])}>
          {common.undo}
        </Button>
      )}
    </div>
  );
}

function WatchedProduct({ entry, watched, isOnly }: WatchedCardProps) {
  const { productKey, title, how, page, leftOut } = watched;
  const product = useAnswer("products.get", { ids: [productKey] }).data?.data[0];
  const figures = useAnswer("products.figures", { product_keys: [productKey] }).data?.figures[0];
  const { adding } = texts();
  return (
    <div className={classNames("line wraps gap-4", isOnly ? "tops" : "is-row")}>
      <ProductImage
        title={title}
        category={product?.category}
        source={product?.images?.[0]}
        size={isOnly ? "large" : "small"}
      />
      <div className="add-watched-text stack shrinks">
        <div className="add-name">
          <h2 className="breaks">{title}</h2>
          <p className="line good">
            <Check size={15} /> {adding.how[how]}
          </p>
        </div>
        {figures && <PriceLine figures={figures} page={page} isOnly={isOnly} />}
        {(how === "known" || how === "watched") && <LastCheck productKey={productKey} />}
        {how === "joined" && page && entry.url && (
          <p className="quiet">
            {adding.thisShop(shopName(shopHost(entry.url)), joinedPrice(page, figures?.best ?? null))}
          </p>
        )}
        {how === "joined" && page && <Doubt title={title} page={page} />}
        {isOnly && (how === "new" || how === "byHand") && (
          <SameProduct productKey={productKey} title={title} />
        )}
        {figures?.best === null && <TellOfReturn productKey={productKey} />}
        {figures?.best && (
          <TargetField productKey={productKey} prices={pricesOf(figures, figures.best)} isFocused={isOnly} />
        )}
        <LeftOutNotes leftOut={leftOut} />
      </div>
      <Actions entry={entry} productKey={productKey} isOnly={isOnly} />
    </div>
  );
}

interface PriceLineProps {
  readonly figures: ProductFigures;
  readonly page: Watched["page"];
  readonly isOnly: boolean;
}

function PriceLine({ figures, page, isOnly }: PriceLineProps) {
  const { adding } = texts();
  const { best, low, high, grade } = figures;
  if (best === null) {
    const { price = null, currency = null } = page ?? {};
    const isKnown = price !== null && currency !== null;
    const text = isKnown ? adding.outOfStockAt(formatMoney(price, currency)) : adding.outOfStock;
    return <p className="quiet">{text}</p>;
  }
  return (
    <div className="add-price line wraps">
      <Price amount={best.price} currency={best.currency} size={isOnly ? "hero" : "row"} />
      <Approximate amount={best.price} currency={best.currency} />
      <span className="quiet">
        <ShopName host={best.retailer} />
        {["", best.ordering ? texts().offers.ordering[best.ordering] : "", bestNotes(best)]
          .filter((words, at) => at === 0 || words !== "")
          .join(" · ")}
      </span>
      {low !== high && <TideGauge size="result" currency={best.currency} levels={figureLevels(figures)} />}
      {grade && <GradeBadge grade={grade} />}
    </div>
  );
}

/** When Tidemark last saw the price of a product that was known before. */
function LastCheck({ productKey }: { readonly productKey: string }) {
  const nowMs = useNow();
  const at = useWatchedRows().get(productKey)?.health.last_good_at ?? null;
  if (at === null) return null;
  return (
    <p className="quiet" title={formatDateTime(at)}>
      {texts().watching.checkedAt(formatAge(at, nowMs))}
    </p>
  );
}

interface TargetFieldProps {
  readonly productKey: string;
  readonly prices: KnownPrices & { readonly price: number };
  readonly isFocused: boolean;
}

/** A history that is too short for a usual price is too short for a lowest one, too. */
function pricesOf(
  { low, usual_low: usual }: ProductFigures,
  { price, currency }: NonNullable<ProductFigures["best"]>,
): TargetFieldProps["prices"] {
  return { price, currency, usual, lowest: usual === null ? null : low };
}

/** The target price: the product's own, or a suggestion below the present price. */
function TargetField({ productKey, prices, isFocused }: TargetFieldProps) {
  const { price, currency } = prices;
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const [isEditing, setEditing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  if (rules === undefined) return null;
  const target = targetRuleOf(rules, currency);
  const { adding } = texts();
  if (target !== null && !isEditing)
    return (
      <p className="line wraps" role="status">
        {(price <= target.price ? adding.targetMet : adding.toldAt)(formatMoney(target.price, currency))}
        <Button variant="quiet" autoFocus={isSaved} onClick={() => setEditing(true)}>
          {adding.change}
        </Button>
      </p>
    );
  const save = async (amount: number) => {
    const error = await setTarget({ productKey, currency, price: amount, target, offers: null });
    if (error) notifyFailure(error);
    else {
      setEditing(false);
      setSaved(true);
    }
  };
  return (
    <TargetForm
      currency={currency}
      amount={target?.price ?? proposedTarget(prices)}
      isSuggestion={target === null}
      isFocused={isFocused || isEditing}
      onSave={(amount) => void save(amount)}
    />
  );
}

interface TargetFormProps {
  readonly currency: string;
  readonly amount: number | null;
  readonly isSuggestion: boolean;
  readonly isFocused: boolean;
  readonly onSave: (amount: number) => void;
}

function TargetForm({ currency, amount, isSuggestion, isFocused, onSave }: TargetFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  const text = amount === null ? "" : editableAmount(amount);
  // The first figures may be those from before a cheaper shop joined.
  useLayoutEffect(() => {
    const input = field.current;
    if (input === null || isTyped.current) return;
    input.value = text;
    if (document.activeElement === input) input.select();
  }, [text]);
  const { product } = texts();
  const attributes = amountField(currency);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(parseAmount(String(new FormData(event.currentTarget).get("target"))) ?? 0);
  };
  return (
    <form className="line wraps" onSubmit={send}>
      <label className="line">
        {product.targetIn(currency)}
        <input
          {...attributes}
          ref={field}
          className="field target-field"
          name="target"
          defaultValue={text}
          // biome-ignore lint/a11y/noAutofocus: the shopper waits for this card, and Enter is the next step
          autoFocus={isFocused}
          onFocus={({ target }) => target.select()}
          onInput={(event) => {
            isTyped.current = true;
            attributes.onInput(event);
          }}
        />
      </label>
      <Button type="submit">{product.setTarget}</Button>
      {isSuggestion && <span className="quiet">{product.suggestedTarget}</span>}
    </form>
  );
}

/** What a link asked for and its watched product could not get. */
export function LeftOutNotes({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  return leftOut.map(({ what, detail }) => (
    <p key={what} className="warn">
      {texts().reasons.leftOut[what](detail)}
    </p>
  ));
}
