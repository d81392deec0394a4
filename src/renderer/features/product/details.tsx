import {
  CircleCheck,
  CircleMinus,
  type LucideIcon,
  Merge,
  PencilLine,
  Scale,
  Split,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import {
  type PackSize,
  type PackUnit,
  packUnits,
  priceUnitOf,
  shownSize,
  sizeInTitle,
} from "../../../shared/app/pack-size.js";
import type { Product, Score, TldrReview } from "../../../shared/contract/product.js";
import type { Texts } from "../../../shared/texts/texts.js";
import { Button, DialogButton } from "../../components/button.js";
import { useCopy } from "../../components/copy-button.js";
import { FormDialog } from "../../components/dialog.js";
import { SelectField, TextField } from "../../components/fields.js";
import { MergeDialog } from "../../components/merge-dialog.js";
import { Rating } from "../../components/rating.js";
import { Fact, Section } from "../../components/section.js";
import { formatLabel, formatSize, unitSystem } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { change, useAnswer } from "../../stores/answers.js";
import { rename, takeApart } from "../../stores/hand-edits.js";
import { go } from "../../stores/navigation.js";
import { removeProducts } from "../../stores/removal.js";
import { showAll } from "../../stores/watch-view.js";
import { BuyButton } from "./bought.js";
import { Bar } from "./evidence-section.js";
import { BringPrices } from "./history/bring-prices.js";
import { usePage } from "./page.js";
import "./sections.css";

/** Rendered only for a product with a review. */
export function ReviewSection() {
  const review = useAnswer("reviews.get", { id: usePage().productKey }).data?.review;
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
      <div className="stack gap-3">
        <p className="review-headline strong">{review.headline}</p>
        <div className="review-lists stack gap-4">
          <Points title={said.good} items={review.pros} Icon={CircleCheck} tone="good" />
          <Points title={said.lessGood} items={review.cons} Icon={CircleMinus} tone="warn" />
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
  readonly Icon: LucideIcon;
  readonly tone: "good" | "warn";
}

function Points({ title, items, Icon, tone }: PointsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="stack gap-1">
        {items.map((item) => (
          <li key={item} className="line tops">
            <Icon size={15} className={tone} />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

const summaries = ["overall", "customer", "professional"] as const;

function barsOf(score: Score): { readonly name: string; readonly value: number }[] {
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
    <dl className="stack">
      {bars.map(({ name, value }) => (
        <div key={name} className="score">
          <dt>{name}</dt>
          <dd className="line">
            <Bar share={value} />
            <strong>{Math.round(value * 100)}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Rating, scores, identifiers, description and attributes. */
export function Details() {
  const { product } = usePage();
  const attributes = Object.entries(product.attributes ?? {});
  const identifiers = identifiersOf(product);
  const { rating, score, description } = product;
  const { data, isLoading } = useAnswer("reviews.get", { id: product.service });
  // The review above shows them, too.
  const hasScores = score !== undefined && !isLoading && !data?.review;
  if (!rating && !hasScores && !description && attributes.length + identifiers.length === 0) return null;
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
            <Fact key={name} name={formatLabel(name)} value={value} />
          ))}
        </dl>
      )}
    </Section>
  );
}

type Name = keyof Texts["shown"]["identifiers"];

function identifiersOf({ barcode, marketplace, model, mpn }: Product): (readonly [Name, string])[] {
  const values = { barcode, asin: marketplace, model, mpn: mpn === model ? undefined : mpn };
  return Object.entries(values).flatMap(([name, value]) => (value ? [[name as Name, value] as const] : []));
}

/** The identifiers that people search for; a click copies one. */
function Identifiers({ known }: { readonly known: ReturnType<typeof identifiersOf> }) {
  if (known.length === 0) return null;
  return (
    <ul className="identifiers line wraps">
      {known.map(([name, value]) => (
        <li key={name}>
          <Identifier name={name} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Identifier({ name, value }: { readonly name: Name; readonly value: string }) {
  const { common, shown } = texts();
  const what = shown.identifiersToCopy[name];
  const { copy, said, Icon } = useCopy(value, what);
  return (
    <>
      <button
        type="button"
        className="identifier-copy small line soft hovers"
        title={common.copyWhat(what)}
        onClick={copy}
      >
        <span className="quiet">{shown.identifiers[name]}</span>
        <span className="mono">{value}</span>
        <Icon size={13} />
      </button>
      {said}
    </>
  );
}

/** Undoes a merge at any later time. */
function Merged() {
  const { productKey } = usePage();
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

function RenameDialog({ onClose }: { readonly onClose: () => void }) {
  const { product } = usePage();
  const [title, setTitle] = useState(product.title);
  const { product: said, common } = texts();
  const submit = async () => (title.trim() === product.title ? null : rename(product.service, title.trim()));
  return (
    <FormDialog
      title={said.newName}
      submit={common.save}
      isComplete={title.trim() !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <input
        className="field"
        aria-label={common.name}
        maxLength={300}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  );
}

interface ProductActionsProps {
  /** The product's best price. */
  readonly best: { readonly price: number; readonly retailer: string } | null;
}

/** Actions at the foot of the page: set the pack size, mark as bought, bring prices, rename, merge with another entry, remove the product. */
export function ProductActions({ best }: ProductActionsProps) {
  const { productKey, product } = usePage();
  const { title } = product;
  const { product: said } = texts();
  const remove = async () => {
    if (!(await removeProducts([{ product_key: productKey, title }]))) return;
    // Clears the filter that led here, which may have no other match.
    showAll();
    go({ view: "watch" });
  };
  return (
    <div className="product-actions line wraps">
      <PackSizeFact />
      <BuyButton isQuiet best={best} />
      <BringPrices isQuiet />
      <DialogButton variant="quiet" icon={PencilLine} dialog={(close) => <RenameDialog onClose={close} />}>
        {said.rename}
      </DialogButton>
      <DialogButton
        variant="quiet"
        icon={Merge}
        dialog={(close) => <MergeDialog {...{ productKey, title }} onClose={close} />}
      >
        {said.mergeWith}
      </DialogButton>
      <Merged />
      <Button variant="quiet" icon={Trash2} onClick={() => void remove()}>
        {said.remove}
      </Button>
    </div>
  );
}

/** The pack's size, and the form to set it. */
function PackSizeFact() {
  const { product, prices, terms } = usePage();
  const { offers: said } = texts();
  return (
    <DialogButton variant="quiet" icon={Scale} dialog={(close) => <PackSizeDialog onClose={close} />}>
      {terms.size === null
        ? said.setSize
        : said.sizeIs(formatSize(terms.size, prices.currency, product.title))}
    </DialogButton>
  );
}

const choiceNames = Object.keys(packUnits) as PackUnit[];

/** Fields prefilled with the known size, or the one in the title. */
function startOf(size: PackSize | null, title: string, currency: string): readonly [string, PackUnit] {
  if (size === null) return ["", priceUnitOf({ amount: 1, unit: "g" }, unitSystem(currency))];
  const { amount, unit } = shownSize(size, title, unitSystem(currency));
  return [String(amount), unit];
}

function PackSizeDialog({ onClose }: { readonly onClose: () => void }) {
  const { product, prices, terms } = usePage();
  const { currency } = prices;
  const [[startAmount, startChoice]] = useState(() =>
    startOf(terms.size ?? sizeInTitle(product.title), product.title, currency),
  );
  const [amount, setAmount] = useState(startAmount);
  const [choice, setChoice] = useState(startChoice);
  const { common, offers: said } = texts();
  const { unit, factor } = packUnits[choice];
  const typed: PackSize = { amount: Number(amount) * factor, unit };
  const save = (size: PackSize | null) =>
    change("products.set_size", { product_key: product.service, size }, "offers.terms");
  return (
    <FormDialog
      title={said.howMuch}
      description={said.sizeAbout(said.unitNames[priceUnitOf(typed, unitSystem(currency))])}
      submit={common.save}
      onSubmit={() => save(typed)}
      {...(terms.size !== null && { other: { label: common.remove, onClick: () => save(null) } })}
      onClose={onClose}
    >
      <div className="form-pair">
        <TextField
          label={said.amount}
          type="number"
          required
          min={0.001}
          max={10_000}
          step="any"
          value={amount}
          onChange={setAmount}
        />
        <SelectField
          label={said.unit}
          choices={choiceNames.map((value) => ({ value, label: said.unitChoices[value] }))}
          value={choice}
          onChange={setChoice}
        />
      </div>
    </FormDialog>
  );
}
