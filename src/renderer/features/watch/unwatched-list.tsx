import { Trash2 } from "lucide-react";
import type { OperationResult } from "../../../shared/calls.js";
import { IconButton } from "../../components/button.js";
import { Price } from "../../components/price.js";
import { RowButton } from "../../components/row-button.js";
import { Section } from "../../components/section.js";
import { WatchToggle } from "../../components/watch-toggle.js";
import { texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { useAnswer } from "../../stores/answers.js";
import { removeProducts } from "../../stores/removal.js";

type Unwatched = OperationResult<"watch.unwatched">["products"][number];

/** Products beyond these show no price: lists as long are rare. */
const maxPriced = 100;

/** Products that are not watched, to be watched again or removed. Renders nothing without any. */
export function UnwatchedList() {
  const products = useAnswer("watch.unwatched", {}).data?.products ?? [];
  const { watchList } = texts();
  if (products.length === 0) return null;
  return (
    <Section title={watchList.unwatched} flush>
      <Rows products={products} />
    </Section>
  );
}

function Rows({ products }: { readonly products: readonly Unwatched[] }) {
  const keys = useRowKeys();
  const priced = products.slice(0, maxPriced).map(({ product_key: productKey }) => productKey);
  const figures = useAnswer("products.figures", { product_keys: priced }).data?.figures ?? [];
  const best = new Map(figures.map((each) => [each.product_key, each.best]));
  return (
    <ul className="unwatched divided" aria-label={texts().watchList.unwatched} {...keys}>
      {products.map((product) => (
        <li key={product.product_key} className="row-with-side line gap-1">
          <Row product={product} best={best.get(product.product_key) ?? null} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly product: Unwatched;
  readonly best: { readonly price: number; readonly currency: string } | null;
}

function Row({ product, best }: RowProps) {
  const { product_key: productKey, title } = product;
  return (
    <>
      <RowButton product={product}>
        {best && <Price amount={best.price} currency={best.currency} size="row" />}
      </RowButton>
      <WatchToggle productKey={productKey} title={title} schedule={undefined} />
      <IconButton
        label={texts().watchList.removeWhat(title)}
        onClick={() => void removeProducts([product])}
        icon={Trash2}
      />
    </>
  );
}
