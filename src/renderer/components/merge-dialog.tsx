import { useEffect, useState } from "react";
import { isOtherSize, sizeInTitle } from "../../shared/app/pack-size.js";
import type { WatchRow } from "../../shared/app/watch.js";
import type { CallError, OperationResult } from "../../shared/calls.js";
import { formatMoney } from "../lib/format.js";
import { keysOf } from "../lib/keys-of.js";
import { shopName } from "../lib/shop-name.js";
import { texts } from "../lib/texts.js";
import { typingPauseMs } from "../lib/throttle.js";
import { useAnswer } from "../stores/answers.js";
import { ask } from "../stores/call-engine.js";
import { keepApart, merge, pairOf, useDifferent } from "../stores/hand-edits.js";
import { Button, DialogButton } from "./button.js";
import { FormDialog } from "./dialog.js";
import { ProductImage } from "./product-image.js";
import { ErrorNote } from "./states.js";

type Similar = OperationResult<"products.similar">["products"][number];

/** Entries that may be the same product; the previous ones stay until those for the typed words arrive. */
function useSimilar(productKey: string, typed: string) {
  const [found, setFound] = useState<readonly Similar[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const q = typed.trim();
  useEffect(() => {
    let isStale = false;
    const load = async () => {
      const result = await ask("products.similar", { product_key: productKey, ...(q !== "" && { q }) });
      if (isStale) return;
      setError(result.ok ? null : result.error);
      if (result.ok) setFound(result.data.products);
    };
    const timer = setTimeout(() => void load(), q === "" ? 0 : typingPauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [productKey, q]);
  return { found, error };
}

/** Whether both titles name the size of a pack, and not the same one. */
export function differInSize(one: string, other: string): boolean {
  const [size, otherSize] = [sizeInTitle(one), sizeInTitle(other)];
  return size !== null && otherSize !== null && isOtherSize(size, otherSize);
}

/** The best price of each product, and where. */
function usePlaces(products: readonly Similar[]): (productKey: string) => string {
  const keys = keysOf(products);
  const figures = useAnswer("products.figures", { product_keys: keys }).data?.figures ?? [];
  const best = new Map(figures.map((each) => [each.product_key, each.best]));
  return (productKey) => {
    const offer = best.get(productKey);
    return offer
      ? texts().reasons.priceAt(formatMoney(offer.price, offer.currency), shopName(offer.retailer))
      : "";
  };
}

interface MergeDialogProps {
  readonly productKey: string;
  readonly title: string;
  /** The entry to begin with; by default the likeliest one. */
  readonly other?: Pick<WatchRow, "product_key" | "title">;
  readonly onClose: () => void;
}

/** Finds another entry of the same product, and merges it into this one. */
export function MergeDialog({ productKey, title, other: first, onClose }: MergeDialogProps) {
  const [typed, setTyped] = useState(first?.title.slice(0, 200) ?? "");
  const [selected, setSelected] = useState<string | null>(first?.product_key ?? null);
  const { found, error } = useSimilar(productKey, typed);
  const placeOf = usePlaces(found ?? []);
  const { product: said } = texts();
  const other =
    found?.find((each) => each.product_key === selected) ??
    found?.find(({ is_same: isSame }) => isSame && selected === null);
  const submit = async () => (other ? merge(other.product_key, productKey) : null);
  return (
    <FormDialog
      title={said.whichOther}
      isWide
      submit={said.merge}
      isComplete={other !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <input
        className="field"
        type="search"
        aria-label={said.wordsOfOther}
        placeholder={said.wordsOfOther}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Enter after typing must not merge.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {error && <ErrorNote error={error} />}
      {found?.length === 0 && (
        <p className="quiet" role="status">
          {typed.trim() === "" ? said.noneSimilar : said.noOther}
        </p>
      )}
      <div className="stack gap-1" role="radiogroup" aria-label={said.whichOther}>
        {found?.map((each) => (
          <label key={each.product_key} className="pick line hovers">
            <input
              type="radio"
              name="other"
              checked={each === other}
              onChange={() => setSelected(each.product_key)}
            />
            <ProductImage title={each.title} category={each.category} source={each.image} />
            <span className="row-text">
              <span>{each.title}</span>
              <span className="quiet">
                {[each.brand, placeOf(each.product_key)].filter(Boolean).join(" · ")}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p className="quiet" role="status">
        {other && said.mergeAbout(other.title, title)}{" "}
        {other && differInSize(other.title, title) && <strong>{said.mergeSizes}</strong>}
      </p>
    </FormDialog>
  );
}

/** Asks whether another entry with the same name is the same product. Renders nothing without one. */
export function SameProduct({ productKey, title }: Pick<MergeDialogProps, "productKey" | "title">) {
  const answer = useAnswer("products.similar", { product_key: productKey });
  const different = useDifferent(({ pairs }) => pairs);
  const same =
    answer.data?.products.filter(
      (each) => each.is_same && !different.includes(pairOf(productKey, each.product_key)),
    ) ?? [];
  const placeOf = usePlaces(same);
  const { product: said } = texts();
  const [other] = same;
  if (other === undefined) return null;
  return (
    <p className="same-product line wraps">
      {said.maybeSame(other.title, placeOf(other.product_key))}{" "}
      <DialogButton dialog={(close) => <MergeDialog {...{ productKey, title }} onClose={close} />}>
        {said.mergeBoth}
      </DialogButton>{" "}
      <Button variant="quiet" onClick={() => keepApart(productKey, other.product_key)}>
        {said.areDifferent}
      </Button>
    </p>
  );
}
