import { type DragEvent, useState } from "react";
import { linksIn } from "../../../shared/links-in.js";
import { texts } from "../../lib/texts.js";
import { previewList } from "../../stores/lists.js";
import { fileToText } from "./identifier-list.js";

/** Imported with the first file, because it brings the reader of archives. */
async function readFile(file: File): Promise<string | null> {
  const { maxZipBytes, textOfFile } = await import("../../../shared/file-text.js");
  return file.size > maxZipBytes ? null : textOfFile(new Uint8Array(await file.arrayBuffer()));
}

/** Whether each line but a heading has an ASIN. */
function isAsinList(content: string): boolean {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  return (
    lines.length > 0 && lines.slice(lines.length > 1 ? 1 : 0).every((line) => /\bB0[A-Z\d]{8}\b/.test(line))
  );
}

/** Links, or those of a saved page or a table of ASINs, which may lack their shop's address. */
function isList(content: string): boolean {
  return linksIn(content).length > 0 || /^\s*</.test(content) || isAsinList(content);
}

/** Reads an opened or dropped file: links are shown before they are added, barcodes and names fill the field. */
export function useFileDrop(onText: (text: string) => void, onProblem: (problem: string | null) => void) {
  const [isOver, setOver] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    onProblem(null);
    readFile(file).then(
      (content) => {
        if (content === null) onProblem(texts().adding.fileTooLarge(file.name));
        else if (isList(content)) void previewList(file.name, content);
        else onText(fileToText(file.name, content));
      },
      () => onProblem(texts().adding.fileUnreadable(file.name)),
    );
  };
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      read(event.dataTransfer.files[0]);
    },
  };
  return { isOver, read, handlers } as const;
}
