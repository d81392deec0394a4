import { useEffect, useState } from "react";
import { linesOf } from "../lib/handed-in.js";
import { kindOfText } from "../lib/identifier.js";
import { isDialogOpen } from "../lib/open-dialog.js";
import { isTextField } from "../lib/text-field.js";
import { texts } from "../lib/texts.js";
import { addAll } from "../stores/adding.js";
import { lookUp } from "../stores/lookup.js";
import { notify } from "../stores/notices.js";

function take(lines: readonly string[]): void {
  const [only] = lines;
  if (only === undefined) notify({ topic: "dropped", text: texts().entrances.nothingDropped });
  else if (lines.length === 1) void lookUp(only);
  else addAll(lines);
}

/** A field, or a place with a use of its own for what is dropped there. */
function hasOwnUse(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof Element && target.closest("[data-drop]") !== null);
}

/** Links and words that are dropped anywhere on the window are looked up. Answers whether something hovers over it. */
export function useDrops(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hover = (event: DragEvent) => {
      const isMeant =
        event.dataTransfer?.types.includes("text/plain") ||
        event.dataTransfer?.types.includes("text/uri-list");
      if (!isMeant || hasOwnUse(event.target)) return setOver(false);
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || hasOwnUse(event.target)) return;
      event.preventDefault();
      take(linesOf(event.dataTransfer));
    };
    window.addEventListener("dragover", hover);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", hover);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

/** A link or a number that is pasted where no field is, is looked up; words could be meant for anything. */
export function usePastes(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isTextField(event.target) || isDialogOpen()) return;
      const lines = linesOf(event.clipboardData);
      if (lines.length > 0 && lines.every((line) => kindOfText(line) !== "words")) take(lines);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, []);
}
