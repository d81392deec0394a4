import { explainError } from "../../lib/explain-error.js";
import { texts } from "../../lib/texts.js";
import { quoteText, tooDearText } from "./quote-text.js";
import type { QuoteState } from "./use-quote.js";

interface QuoteLineProps {
  readonly quoted: QuoteState;
  readonly hasExtras: boolean;
}

/** What it would find and cost, before anything is spent. */
export function QuoteLine({ quoted, hasExtras }: QuoteLineProps) {
  const { quote, error, isLoading } = quoted;
  const tooDear = quote && tooDearText(quote, hasExtras);
  return (
    <div className="batch-quote" role="status">
      {isLoading && <p className="quiet">{texts().batch.counting}</p>}
      {error && (
        <p className="batch-problem">{`${explainError(error).title} ${explainError(error).advice}`}</p>
      )}
      {quote && <p className="batch-cost">{quoteText(quote)}</p>}
      {tooDear && <p className="batch-problem">{tooDear}</p>}
    </div>
  );
}
