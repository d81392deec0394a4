import { Button } from "../../components/button.js";
import { formatCount } from "../../lib/format.js";

interface PastedOfferProps {
  readonly lines: number;
  readonly onAccept: () => void;
}

/** Several lines were pasted into the box of one: they can be looked up together. */
export function PastedOffer({ lines, onAccept }: PastedOfferProps) {
  return (
    <div role="status">
      {lines > 1 && (
        <div className="pasted-offer">
          <p>You pasted {formatCount(lines)} lines.</p>
          <Button variant="primary" onClick={onAccept}>
            Look them all up…
          </Button>
          <kbd>Enter</kbd>
        </div>
      )}
    </div>
  );
}
