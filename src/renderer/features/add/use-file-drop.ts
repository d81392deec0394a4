import { type DragEvent, useState } from "react";
import { texts } from "../../lib/texts.js";
import { fileToText } from "./identifier-list.js";

/** Far more than a full list of identifiers, which is all that the engine accepts in one call. */
const largestBytes = 1_000_000;

/** Reads an opened or dropped file. Its content stays in the window. */
export function useFileDrop(onText: (text: string) => void, onProblem: (problem: string | null) => void) {
  const [isOver, setOver] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    onProblem(null);
    if (file.size > largestBytes) return onProblem(texts().adding.fileTooLarge(file.name));
    file.text().then(
      (content) => onText(fileToText(file.name, content)),
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
