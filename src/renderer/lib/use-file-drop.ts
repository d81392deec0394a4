import { type DragEvent, useState } from "react";
import { texts } from "./texts.js";

/** Imported with the first file, because it brings the reader of archives. */
async function readFile(file: File): Promise<string | null> {
  const { maxZipBytes, textOfFile } = await import("../../shared/file-text.js");
  return file.size > maxZipBytes ? null : textOfFile(new Uint8Array(await file.arrayBuffer()));
}

/** Reads the text of an opened or dropped file. */
export function useFileDrop(
  onFile: (name: string, content: string) => void,
  onProblem: (problem: string | null) => void,
) {
  const [isOver, setOver] = useState(false);
  const read = (file: File | undefined) => {
    if (!file) return;
    onProblem(null);
    readFile(file).then(
      (content) => {
        if (content === null) onProblem(texts().adding.fileTooLarge(file.name));
        else onFile(file.name, content);
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
