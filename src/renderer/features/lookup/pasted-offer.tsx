import { Button } from "../../components/button.js";
import { Keys } from "../../components/keys.js";
import { formatPlural } from "../../lib/format.js";
import { linkOf } from "../../lib/identifier.js";
import { texts } from "../../lib/texts.js";

interface PastedOfferProps {
  readonly lines: readonly string[];
  readonly onAccept: () => void;
}

/** Offers to add several pasted lines together. */
export function PastedOffer({ lines, onAccept }: PastedOfferProps) {
  const isAllLinks = lines.every((line) => linkOf(line) !== null);
  return (
    <div role="status">
      {lines.length > 1 && (
        <div className="pasted-offer">
          <p>{texts().lookup.pasted(formatPlural(isAllLinks ? "link" : "line", lines.length))}</p>
          <Button variant="primary" onClick={onAccept}>
            {texts().lookup.addAll}
          </Button>
          <Keys keys="Enter" />
        </div>
      )}
    </div>
  );
}
