import { useState } from "react";
import { linkOf } from "../../../shared/links-in.js";
import { Button } from "../../components/button.js";
import { Keys } from "../../components/keys.js";
import { formatPlural } from "../../lib/format.js";
import { pastedLines } from "../../lib/pasted-lines.js";
import { texts } from "../../lib/texts.js";
import { addAll } from "../../stores/adding/links.js";

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
        <div className="pasted-offer line">
          <p className="grow">
            {texts().lookup.pasted(formatPlural(isAllLinks ? "link" : "line", lines.length))}
          </p>
          <Button variant="primary" onClick={onAccept}>
            {texts().lookup.addAll}
          </Button>
          <Keys keys="Enter" />
        </div>
      )}
    </div>
  );
}

/** Several lines pasted into the single-line box, until they are added or the text is edited. */
export function usePastedLines() {
  const [lines, setLines] = useState<readonly string[]>([]);
  /** The text for the box; null for a single link, number or name, which the box inserts itself. */
  const take = (text: string): string | null => {
    const pasted = pastedLines(text);
    if (pasted.length < 2 && (pasted[0] ?? "") === text.trim()) return null;
    setLines(pasted.length < 2 ? [] : pasted);
    return pasted.join(" ");
  };
  const forget = () => setLines([]);
  const add = () => {
    addAll(lines);
    forget();
  };
  return { lines, take, forget, add } as const;
}
