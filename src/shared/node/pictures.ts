import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { CallResult, OperationInput, OperationName } from "../calls.js";
import { mediaTypes } from "./built-files.js";

export interface Picture {
  readonly mimeType: string;
  readonly data: Buffer;
}

/** Finds the picture of an address on the web; `null` if it cannot be had now. */
export type ReadPicture = (address: string) => Promise<Picture | null>;

type KeepPicture = (input: OperationInput<"pictures.keep">) => Promise<CallResult<OperationName>>;

/** Reads pictures from the data folder; the engine fetches those that are not there yet. */
export function createPictureReader(keepPicture: KeepPicture, dataFolder: string): ReadPicture {
  return async (address) => {
    const result = await keepPicture({ url: address });
    const file = result.ok && "file" in result.data ? result.data.file : null;
    const mimeType = file === null ? undefined : mediaTypes[extname(file)];
    if (file === null || mimeType === undefined) return null;
    return { mimeType, data: await readFile(join(dataFolder, "pictures", file)) };
  };
}

/** The address on the web in a picture's address in the window: `app://tidemark/pictures/https%3A%2F%2F…`. */
export function pictureAddress(url: string): string | null {
  const [, encoded] = /^[a-z]+:\/\/[^/]+\/pictures\/([^/?#]+)$/.exec(url) ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
