import { type DragEvent, useState } from "react";
import { maxListChars } from "../../../shared/app/limits.js";
import { texts } from "../../lib/texts.js";
import { previewList } from "../../stores/lists.js";
import { fileToText } from "./identifier-list.js";

/** Reads an opened or dropped file: links are shown before they are added, barcodes and names fill the field. */
export function useFileDrop(onText: (text: string) => void, onProblem: (problem: string | null) => void) {
  const [isOver, setOver] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    onProblem(null);
    if (file.size > maxListChars) return onProblem(texts().adding.fileTooLarge(file.name));
    file.text().then(
      (content) => {
        if (/https?:\/\//i.test(content)) void previewList(file.name, content);
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
