import { type FormEvent, useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import type { Product } from "../../../shared/contract/product.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { ProductImage } from "../../components/product-image.js";
import { texts } from "../../lib/texts.js";
import { callOnce } from "../../stores/call-engine.js";
import { merge } from "../../stores/hand-edits.js";

const mostShown = 8;

interface MergeDialogProps {
  readonly product: Product;
  readonly onClose: () => void;
}

/** Finds the other entry of the same thing; its offers come here. */
export function MergeDialog({ product, onClose }: MergeDialogProps) {
  const [query, setQuery] = useState(product.title);
  const [found, setFound] = useState<readonly Product[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const search = async (event: FormEvent) => {
    event.preventDefault();
    const result = await callOnce("products.search", { q: query, limit: mostShown + 1 });
    setError(result.ok ? null : result.error);
    if (result.ok)
      setFound(result.data.data.filter(({ service: productKey }) => productKey !== product.service));
  };
  const { common, product: said } = texts();
  const choose = async (other: Product) => {
    const failure = await merge(other.service, product.service);
    if (failure === null) onClose();
    else setError(failure);
  };
  return (
    <Dialog title={said.whichOther} onClose={onClose} isWide>
      <form className="merge-search" onSubmit={(event) => void search(event)}>
        <input
          className="field"
          type="search"
          aria-label={said.wordsOfOther}
          required
          maxLength={500}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Button type="submit">{common.search}</Button>
      </form>
      <p className="quiet">{said.mergeAbout}</p>
      {error && <ErrorNote error={error} />}
      {found?.length === 0 && <p role="status">{said.noOther}</p>}
      <ul className="merge-found">
        {found?.slice(0, mostShown).map((other) => (
          <li key={other.service}>
            <button type="button" className="merge-choice" onClick={() => void choose(other)}>
              <ProductImage
                title={other.title}
                category={other.category}
                source={other.images?.[0]}
                size="small"
              />
              <span>
                {other.title}
                {other.brand && <span className="quiet"> · {other.brand}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
