import { Button } from "../../components/button.js";
import { Keys } from "../../components/keys.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

interface PastedOfferProps {
  readonly lines: number;
  readonly onAccept: () => void;
}

/** Offers to add several pasted lines together. */
export function PastedOffer({ lines, onAccept }: PastedOfferProps) {
  return (
    <div role="status">
      {lines > 1 && (
        <div className="pasted-offer">
          <p>{texts().lookup.pasted(formatCount(lines))}</p>
          <Button variant="primary" onClick={onAccept}>
            {texts().lookup.addAll}
          </Button>
          <Keys keys="Enter" />
        </div>
      )}
    </div>
  );
}
