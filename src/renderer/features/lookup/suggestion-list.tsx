import { CornerDownRight, Link2, type LucideIcon, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { ProductFigures } from "../../../shared/app/search.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { Product } from "../../../shared/contract/product.js";
import { Keys } from "../../components/keys.js";
import { GradeBadge, Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { isOfSample } from "../../components/sample-drawing.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { useAnswerList } from "../../stores/answers.js";
import { useWatchedRows } from "../../stores/watch-list.js";
import { type BoxOption, optionKey } from "./box-options.js";

interface SuggestionListProps {
  readonly id: string;
  readonly options: readonly BoxOption[];
  /** Index of the option that Enter takes; -1 for none. */
  readonly active: number;
  readonly onChoose: (option: BoxOption) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** A listbox under the box. Selects on mouse-down, before the box loses the focus. */
export function SuggestionList({ id, options, active, onChoose }: SuggestionListProps) {
  const figures = useFigures(options);
  return (
    <div className="suggestions">
      <div
        id={id}
        role="listbox"
        aria-label={texts().lookup.suggestions}
        className="suggestion-lines stack gap-0 scrolls"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus and names the active line
          <div
            key={optionKey(option)}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={classNames("suggestion pick line shrinks", index === active && "is-active")}
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(option);
            }}
          >
            <Line option={option} figures={figures.get(optionKey(option))} />
          </div>
        ))}
      </div>
      {options.some(({ kind }) => kind !== "command") && (
        <p className="suggestion-hint ruled small quiet">{texts().commands.hint}</p>
      )}
    </div>
  );
}

function useFigures(options: readonly BoxOption[]): ReadonlyMap<string, ProductFigures> {
  const keys = options.flatMap((option) => (option.kind === "product" ? option.product.service : []));
  const [answer] = useAnswerList("products.figures", keys.length === 0 ? [] : [{ product_keys: keys }]);
  return new Map(answer?.data?.figures.map((each) => [each.product_key, each]));
}

interface LineProps {
  readonly option: BoxOption;
  readonly figures: ProductFigures | undefined;
}

function Line({ option, figures }: LineProps): ReactNode {
  const { lookup } = texts();
  switch (option.kind) {
    case "product":
      return <ProductLine product={option.product} figures={figures} />;
    case "command":
      return <TextLine Icon={CornerDownRight} text={option.command.label} keys={option.command.keys} />;
    case "link":
      return <TextLine Icon={Link2} text={lookup.addFrom(option.host)} keys="Enter" />;
    case "look-up": {
      const text = (
        <>
          {lookup.lookUp} <strong>{option.text}</strong>
        </>
      );
      return <TextLine Icon={Search} text={text} keys="Enter" />;
    }
    default:
      return assertNever(option);
  }
}

interface TextLineProps {
  readonly Icon: LucideIcon;
  readonly text: ReactNode;
  readonly keys: string | undefined;
}

function TextLine({ Icon, text, keys }: TextLineProps) {
  return (
    <>
      <span className="suggestion-icon tile fixed quiet">
        <Icon size={16} />
      </span>
      <span className="grow truncate">{text}</span>
      {keys && <Keys keys={keys} />}
    </>
  );
}

interface ProductLineProps {
  readonly product: Product;
  readonly figures: ProductFigures | undefined;
}

export function ProductLine({ product, figures }: ProductLineProps) {
  const { title, brand, category, images } = product;
  const isWatched = useWatchedRows().has(product.service);
  const market = isOfSample(product) && texts().app.sample;
  const facts = [isWatched && texts().lists.known, brand, category, market];
  return (
    <>
      <ProductImage title={title} category={category} source={images?.[0]} />
      <span className="stack gap-0 grow">
        <span className="truncate">{title}</span>
        <span className="quiet truncate">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      {figures?.best === null && <span className="small quiet">{texts().history.outOfStock}</span>}
      {figures?.best && <Price amount={figures.best.price} currency={figures.best.currency} size="row" />}
      {figures?.grade && <GradeBadge grade={figures.grade} />}
    </>
  );
}
