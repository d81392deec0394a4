import { type ClipboardEvent, useState } from "react";
import { pastedLines } from "../../lib/pasted-lines.js";
import { addAll } from "../../stores/adding/queue.js";

/** Several lines pasted into the single-line box, until they are added or the text is edited. */
export function usePastedLines() {
  const [lines, setLines] = useState<readonly string[]>([]);
  /** The text for the box; null for a single link, number or name, which the box inserts itself. */
  const take = (event: ClipboardEvent): string | null => {
    const text = event.clipboardData.getData("text");
    const pasted = pastedLines(text);
    if (pasted.length < 2 && (pasted[0] ?? "") === text.trim()) return null;
    event.preventDefault();
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
