import { type ClipboardEvent, useState } from "react";
import { pastedLines } from "../../lib/pasted-lines.js";
import { addAll } from "../../stores/adding.js";

/** Several lines that were pasted into the box of one, until they are taken up or the text is edited. */
export function usePastedLines() {
  const [lines, setLines] = useState<readonly string[]>([]);
  /** The text for the box; null where a single line was pasted, which the box takes by itself. */
  const take = (event: ClipboardEvent): string | null => {
    const pasted = pastedLines(event.clipboardData.getData("text"));
    if (pasted.length < 2) return null;
    event.preventDefault();
    setLines(pasted);
    return pasted.join(" ");
  };
  const forget = () => setLines([]);
  const add = () => {
    addAll(lines);
    forget();
  };
  return { count: lines.length, take, forget, add } as const;
}
