import { CornerDownRight, Link2, type LucideIcon, Search } from "lucide-react";
import type { ReactNode } from "react";
import { assertNever } from "../../../shared/assert-never.js";
import type { Product } from "../../../shared/contract/product.js";
import { Keys } from "../../components/keys.js";
import { GradeBadge, Price } from "../../components/price.js";
import { ProductImage } from "../../components/product-image.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
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
  return (
    <div className="suggestions">
      <div id={id} role="listbox" aria-label={texts().lookup.suggestions} className="suggestion-lines">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus and names the active line
          <div
            key={optionKey(option)}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={classNames("suggestion line", index === active && "is-active")}
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(option);
            }}
          >
            <Line option={option} />
          </div>
        ))}
      </div>
      {options.some(({ kind }) => kind !== "command") && (
        <p className="suggestion-hint small quiet">{texts().commands.hint}</p>
      )}
    </div>
  );
}

function Line({ option }: { readonly option: BoxOption }): ReactNode {
  const { lookup } = texts();
  switch (option.kind) {
    case "product":
      return <ProductLine product={option.product} />;
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
      <span className="suggestion-icon fixed">
        <Icon size={16} />
      </span>
      <span className="grow truncate">{text}</span>
      {keys && <Keys keys={keys} />}
    </>
  );
}

function ProductLine({ product }: { readonly product: Product }) {
  const figures = useAnswer("products.figures", { product_keys: [product.service] }).data?.figures[0];
  const isWatched = useWatchedRows().has(product.service);
  const facts = [isWatched && texts().lists.known, product.brand, product.category];
  return (
    <>
      <ProductImage title={product.title} category={product.category} source={product.images?.[0]} />
      <span className="stack gap-0 grow">
        <span className="truncate">{product.title}</span>
        <span className="quiet truncate">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      {figures?.best && <Price amount={figures.best.price} currency={figures.best.currency} size="row" />}
      {figures?.grade && <GradeBadge grade={figures.grade} />}
    </>
  );
}
