import { Check, CircleCheck, CircleMinus, Copy, Merge, PencilLine, Split, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Product, Score } from "../../../shared/contract/product.js";
import type { TldrReview } from "../../../shared/contract/review.js";
import type { Texts } from "../../../shared/texts/texts.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { MergeDialog } from "../../components/merge-dialog.js";
import { Rating } from "../../components/rating.js";
import { Section } from "../../components/section.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { formatLabel } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { rename, takeApart } from "../../stores/hand-edits.js";
import { go } from "../../stores/navigation.js";
import { removeProducts } from "../../stores/removal.js";
import { showAll } from "../../stores/watch-view.js";
import { BuyButton } from "./bought.js";
import { PackSizeFact, useTerms } from "./terms.js";
import "./sections.css";

/** Rendered only for a product with a review. */
export function ReviewSection({ product }: { readonly product: Product }) {
  const review = useAnswer("reviews.get", { id: product.service }).data?.review;
  if (!review) return null;
  return (
    <Section title={texts().product.review}>
      <Review review={review} />
    </Section>
  );
}

function Review({ review }: { readonly review: TldrReview }) {
  const { product: said } = texts();
  return (
    <div className="review">
      <div className="review-text">
        <p className="review-headline">{review.headline}</p>
        <div className="review-lists">
          <Points title={said.good} items={review.pros} icon={<CircleCheck size={15} className="good" />} />
          <Points
            title={said.lessGood}
            items={review.cons}
            icon={<CircleMinus size={15} className="warn" />}
          />
        </div>
        <p>
          <strong>{said.bottomLine} </strong>
          {review.bottom_line}
        </p>
      </div>
      <ScoreBars score={review.scores} />
    </div>
  );
}

interface PointsProps {
  readonly title: string;
  readonly items: readonly string[];
  readonly icon: ReactNode;
}

function Points({ title, items, icon }: PointsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="review-points">
        {items.map((item) => (
          <li key={item}>
            <span aria-hidden="true">{icon}</span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Bar {
  readonly name: string;
  readonly value: number;
}

const summaries = ["overall", "customer", "professional"] as const;

function barsOf(score: Score): Bar[] {
  const { scores } = texts().product;
  const summed = summaries.flatMap((key) => {
    const value = score[key];
    return value === undefined ? [] : [{ name: scores[key], value }];
  });
  const aspects = Object.entries(score.aspects ?? {});
  return [...summed, ...aspects.map(([name, value]) => ({ name: formatLabel(name), value }))];
}

/** Scores from 0 to 1, as bars and as figures out of 100. */
function ScoreBars({ score }: { readonly score: Score }) {
  const bars = barsOf(score);
  if (bars.length === 0) return null;
  return (
    <dl className="scores">
      {bars.map(({ name, value }) => (
        <div key={name} className="score">
          <dt>{name}</dt>
          <dd>
            <span className="score-track" aria-hidden="true">
              <span className="score-fill" style={{ width: `${value * 100}%` }} />
            </span>
            <span className="score-figure">{Math.round(value * 100)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Other names, description and attributes. */
export function Details({ product }: { readonly product: Product }) {
  const attributes = Object.entries(product.attributes ?? {});
  const identifiers = identifiersOf(product);
  const { rating, score, description } = product;
  const { data, isLoading } = useAnswer("reviews.get", { id: product.service });
  // The review above shows them, too.
  const hasScores = score !== undefined && !isLoading && !data?.review;
  if (!rating && !score && !description && attributes.length + identifiers.length === 0) return null;
  return (
    <Section title={texts().product.details}>
      <div className="details-facts line wraps">
        {rating && <Rating value={rating.value} count={rating.count} />}
        <Identifiers known={identifiers} />
      </div>
      {hasScores && <ScoreBars score={score} />}
      {description && <p className="description">{description}</p>}
      {attributes.length > 0 && (
        <dl className="attributes">
          {attributes.map(([name, value]) => (
            <div key={name} className="attribute">
              <dt>{formatLabel(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

const thanksMs = 1_600;

type Name = keyof Texts["shown"]["identifiers"];

function valuesOf(product: Product): Record<Name, string | undefined> {
  const { barcode, marketplace, model, mpn } = product;
  return { barcode, asin: marketplace, model, mpn: mpn === model ? undefined : mpn };
}

function identifiersOf(product: Product): { readonly name: Name; readonly value: string }[] {
  return Object.entries(valuesOf(product)).flatMap(([name, value]) =>
    value ? [{ name: name as Name, value }] : [],
  );
}

/** The identifiers that people search for; a click copies one. */
function Identifiers({ known }: { readonly known: ReturnType<typeof identifiersOf> }) {
  if (known.length === 0) return null;
  return (
    <ul className="identifiers">
      {known.map(({ name, value }) => (
        <li key={name} className="identifier">
          <Identifier name={name} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Identifier({ name, value }: { readonly name: Name; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { common, shown } = texts();
  const what = shown.identifiersToCopy[name];
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", value)
      .then(() => setCopied(true));
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={classNames("identifier-copy", isCopied && "is-copied")}
        title={common.copyWhat(what)}
        onClick={copy}
      >
        <span className="quiet">{shown.identifiers[name]}</span>
        <span className="mono">{value}</span>
        <Icon size={13} />
      </button>
      <span className="visually-hidden" role="status">
        {isCopied ? common.copiedWhat(what) : ""}
      </span>
    </>
  );
}

/** Undoes a merge at any later time. */
function Merged({ productKey }: { readonly productKey: string }) {
  const merged = useAnswer("products.merged", { product_key: productKey }).data?.merged ?? [];
  return merged.map(({ title, offer_ids }) => (
    <Button
      key={offer_ids.join()}
      variant="quiet"
      icon={Split}
      onClick={() => void takeApart(productKey, offer_ids)}
    >
      {texts().product.undoMerge(title)}
    </Button>
  ));
}

function RenameDialog({ product, onClose }: { readonly product: Product; readonly onClose: () => void }) {
  const [title, setTitle] = useState(product.title);
  const { product: said, common } = texts();
  const submit = async () => {
    const isSame = title.trim() === product.title;
    const failure = isSame ? null : await rename(product.service, title.trim());
    if (failure === null) onClose();
    return failure;
  };
  return (
    <Dialog title={said.newName} onClose={onClose}>
      <DialogForm submit={common.save} isComplete={title.trim() !== ""} onSubmit={submit} onClose={onClose}>
        <input
          className="field"
          aria-label={common.name}
          maxLength={300}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          onFocus={({ target }) => target.select()}
        />
      </DialogForm>
    </Dialog>
  );
}

interface GroupingProps {
  readonly product: Product;
  readonly currency: string;
  /** The best price in it. */
  readonly best: { readonly price: number; readonly retailer: string } | null;
}

/** Actions at the foot of the page: set the pack size, mark as bought, rename, merge with another entry, remove the product. */
export function Grouping({ product, currency, best }: GroupingProps) {
  const [asking, setAsking] = useState<"merge" | "rename" | null>(null);
  const close = () => setAsking(null);
  const { size } = useTerms(product.service);
  const remove = async () => {
    const { service, title } = product;
    if (!(await removeProducts([{ product_key: service, title }]))) return;
    // Clears the filter that led here, which may have no other match.
    showAll();
    go({ view: "watch" });
  };
  return (
    <div className="grouping">
      <PackSizeFact product={product} size={size} currency={currency} />
      <BuyButton isQuiet productKey={product.service} {...{ currency, best }} />
      <Button variant="quiet" icon={PencilLine} onClick={() => setAsking("rename")}>
        {texts().product.rename}
      </Button>
      <Button variant="quiet" icon={Merge} onClick={() => setAsking("merge")}>
        {texts().product.mergeWith}
      </Button>
      <Merged productKey={product.service} />
      <Button variant="quiet" icon={Trash2} onClick={() => void remove()}>
        {texts().product.remove}
      </Button>
      {asking === "rename" && <RenameDialog product={product} onClose={close} />}
      {asking === "merge" && (
        <MergeDialog productKey={product.service} title={product.title} onClose={close} />
      )}
    </div>
  );
}
