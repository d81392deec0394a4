import { Link2 } from "lucide-react";
import { useState } from "react";
import { kindOfText } from "../lib/identifier.js";
import { isAmountField, isDialogOpen, isTextField } from "../lib/key-target.js";
import { pastedLines } from "../lib/pasted-lines.js";
import { texts } from "../lib/texts.js";
import { useWindowEvent } from "../lib/use-window-event.js";
import { addAll } from "../stores/adding/links.js";
import { lookUp, pasteIntoLookup } from "../stores/lookup.js";
import { notify } from "../stores/notices.js";

/** Accepts dropped links and text anywhere in the window, and shows a hint while something is dragged over it. */
export function DropZone() {
  const isOver = useDrops();
  usePastes();
  const { entrances } = texts();
  if (!isOver) return null;
  return (
    <div className="drop-zone tile">
      <div className="drop-zone-card stack middles">
        <Link2 size={28} />
        <strong>{entrances.dropTitle}</strong>
        <p className="quiet">{entrances.dropText}</p>
      </div>
    </div>
  );
}

function take(lines: readonly string[]): void {
  const [only] = lines;
  if (only === undefined) notify({ topic: "dropped", text: texts().entrances.nothingDropped });
  else if (lines.length === 1) void lookUp(only);
  else addAll(lines);
}

/** Text fields and `data-drop` areas handle drops themselves. */
function hasOwnUse(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof Element && target.closest("[data-drop]") !== null);
}

/** The lines of a drop or paste: its links if it has any, else its text. */
function linesOf(data: Pick<DataTransfer, "getData">): readonly string[] {
  const links = pastedLines(data.getData("text/uri-list")).filter((line) => /^https?:/i.test(line));
  return links.length > 0 ? links : pastedLines(data.getData("text/plain"));
}

/** Looks up links and words that are dropped anywhere in the window. Returns whether something is dragged over it. */
function useDrops(): boolean {
  const [isOver, setOver] = useState(false);
  useWindowEvent("dragover", (event) => {
    const isMeant =
      event.dataTransfer?.types.includes("text/plain") || event.dataTransfer?.types.includes("text/uri-list");
    if (!isMeant || hasOwnUse(event.target)) return setOver(false);
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
  useWindowEvent("drop", (event) => {
    setOver(false);
    if (!event.dataTransfer || hasOwnUse(event.target)) return;
    event.preventDefault();
    take(linesOf(event.dataTransfer));
  });
  return isOver;
}

/** Whether a paste is for a field or a dialog. A field for amounts takes no links. */
function isForField({ target }: ClipboardEvent, lines: readonly string[]): boolean {
  const areLinks = lines.length > 0 && lines.every((line) => kindOfText(line) === "link");
  return isDialogOpen() || (isTextField(target) && !(areLinks && isAmountField(target)));
}

/**
 * Looks up a link or number that is pasted outside of a field. So is a link that is pasted into one for amounts: the target of
 * one link has the focus when the next comes. Words could be meant for anything, so they wait in the look-up box.
 */
function usePastes(): void {
  useWindowEvent("paste", (event) => {
    if (!event.clipboardData) return;
    const lines = linesOf(event.clipboardData);
    if (isForField(event, lines)) return;
    event.preventDefault();
    if (lines.length === 0) notify({ topic: "dropped", text: texts().entrances.nothingPasted });
    else if (lines.some((line) => kindOfText(line) === "words"))
      pasteIntoLookup(event.clipboardData.getData("text/plain"));
    else take(lines);
  });
}
