import type { AddLinkResult } from "../../../shared/app/pages.js";
import { formatMoney, formatSize } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { answer, watchSeparately } from "../../stores/adding/answers.js";
import { Button } from "../button.js";
import { ProductImage } from "../product-image.js";

interface SizeQuestionProps {
  readonly id: number;
  readonly question: Extract<AddLinkResult, { outcome: "size" }>;
}

/** A page of another pack size: as a shop of the product, its price would be compared with that of a larger pack. */
export function SizeQuestion({ id, question }: SizeQuestionProps) {
  const { title, image, price, currency, size, product_size: productSize } = question;
  const { adding } = texts();
  return (
    <section className="add-message" aria-label={adding.otherSize}>
      <header className="add-product">
        <ProductImage title={title} category={undefined} source={image ?? undefined} size="small" />
        <div>
          <h2>{title}</h2>
          <p className="quiet">
            {adding.sizesDiffer(
              formatSize(size, currency),
              formatMoney(price, currency),
              formatSize(productSize, currency),
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
