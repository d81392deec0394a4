import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../../../shared/node/replace-file.js";
import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { picturesFolder } from "../../db/data-folder.js";
import { iconUrls } from "../../db/pages/shop.js";
import { pictureUrls } from "../../db/products/product.js";
import type { FileVisitor } from "../../sources/page/fetch-page.js";
import type { OperationContext } from "../request/context.js";
import { limitConcurrency } from "../request/task-control.js";

/** File types of pictures that windows show. Not SVG, which is a document with scripts. */
const pictureTypes = ["png", "jpg", "gif", "webp", "avif", "ico"] as const;
type PictureType = (typeof pictureTypes)[number];

export const pictureLimits = {
  bytes: 2 * 1_024 * 1_024,
  /** A few kilobytes may unpack to gigabytes of pixels, which would take the window down. */
  pixels: 40_000_000,
  totalBytes: 256 * 1_024 * 1_024,
} as const;

/** A picture's size stands near its beginning; looking for it in more of a hostile file takes long. */
const headBytes = 256 * 1_024;

/** What a picture's bytes say, whatever the server calls it; `null` for anything else, and for too many pixels. */
async function pictureType(bytes: Uint8Array): Promise<PictureType | null> {
  // Imported with the first picture, to keep the engine's start fast.
  const { imageSize } = await import("image-size");
  try {
    const { type, width, height } = imageSize(bytes.subarray(0, headBytes));
    return width * height > pictureLimits.pixels
      ? null
      : (pictureTypes.find((each) => each === type) ?? null);
  } catch {
    return null;
  }
}

/** The pause after a picture that could not be fetched. */
const retryAfterMs = 5 * MINUTE_MS;
/** The pause where there is no picture. */
const noneForMs = DAY_MS;
const maxFailures = 1_000;
/** Longer than an act can be undone, so that the undo of a removal finds its picture. */
const unusedMs = 31 * DAY_MS;
/** The time of the last use is written at most so often. */
const touchMs = DAY_MS;
/** Shops serve a few pictures at a time to each visitor. */
const maxAtOnce = 4;
const accept = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/x-icon";

interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/** Which files to delete: those that no product needs, then the longest unused until the rest fits. */
export function filesToDelete(
  files: readonly KeptFile[],
  isNeeded: (name: string) => boolean,
  nowMs: number,
  totalBytes: number = pictureLimits.totalBytes,
): string[] {
  const unneeded = files.filter(({ name, usedMs }) => !isNeeded(name) && nowMs - usedMs > unusedMs);
  const gone = new Set(unneeded.map(({ name }) => name));
  let total = files.reduce((sum, { name, bytes }) => sum + (gone.has(name) ? 0 : bytes), 0);
  const byUse = files
    .filter(({ name }) => !gone.has(name))
    .sort(
      (one, other) => Number(isNeeded(one.name)) - Number(isNeeded(other.name)) || one.usedMs - other.usedMs,
    );
  for (const { name, bytes } of byUse) {
    if (total <= totalBytes) break;
    gone.add(name);
    total -= bytes;
  }
  return [...gone];
}

function stemOf(url: string): string {
  return createHash("sha256").update(url).digest("hex");
}

interface PictureStoreOptions extends Pick<OperationContext, "db" | "clock" | "log"> {
  readonly dataFolder: string;
  readonly fetch: FileVisitor;
}

/**
 * Pictures of products and icons of shops, kept as files in the data folder, so that they are there offline and shops do not see how often
 * somebody looks. They are not part of backups, because they can be fetched again.
 */
export class PictureStore {
  readonly #options: PictureStoreOptions;
  /** From when on a picture is asked for again. */
  readonly #retryMs = new Map<string, number>();
  readonly #running = new Map<string, Promise<string | null>>();
  readonly #inTurn = limitConcurrency(maxAtOnce);

  constructor(options: PictureStoreOptions) {
    this.#options = options;
  }

  /** The file of the picture at `url`, fetched if it is not there yet; `null` if it cannot be had now. Never rejects. */
  keep(url: string): Promise<string | null> {
    const running = this.#running.get(url);
    if (running !== undefined) return running;
    const kept = this.#keep(url)
      .catch((error: unknown) => {
        this.#options.log.error("A picture could not be kept.", error);
        return null;
      })
      .finally(() => this.#running.delete(url));
    this.#running.set(url, kept);
    return kept;
  }

  /** Deletes the pictures of products that are gone, half-written files, and what is too much. */
  async sweep(): Promise<void> {
    const { db, dataFolder } = this.#options;
    const files = await this.#list();
    if (files.length === 0) return;
    const needed = new Set([...pictureUrls(db), ...iconUrls(db)].map(stemOf));
    const folder = picturesFolder(dataFolder);
    const isNeeded = (name: string) => needed.has(name.split(".")[0] ?? "");
    for (const name of filesToDelete(files, isNeeded, Date.now()))
      await rm(join(folder, name), { force: true });
  }

  async #keep(url: string): Promise<string | null> {
    const stem = stemOf(url);
    const known = await this.#find(stem);
    if (known !== null) return known;
    const { clock } = this.#options;
    if (clock.now() < (this.#retryMs.get(url) ?? 0)) return null;
    const name = await this.#inTurn(() => this.#fetch(url, stem));
    if (name !== null) this.#retryMs.delete(url);
    return name;
  }

  /** The file that is there already, marked as used. */
  async #find(stem: string): Promise<string | null> {
    for (const type of pictureTypes) {
      const name = `${stem}.${type}`;
      const path = join(picturesFolder(this.#options.dataFolder), name);
      const found = await stat(path).catch(() => null);
      if (found === null) continue;
      // File times are real time, whatever the engine's clock.
      const now = Date.now();
      if (now - found.mtimeMs > touchMs) await utimes(path, now / 1_000, now / 1_000).catch(() => undefined);
      return name;
    }
    return null;
  }

  async #fetch(url: string, stem: string): Promise<string | null> {
    const fetched = await this.#options.fetch(url, { maxBytes: pictureLimits.bytes, accept });
    const type = fetched.kind === "file" && fetched.status === 200 ? await pictureType(fetched.bytes) : null;
    if (fetched.kind !== "file" || type === null) {
      const isNone = fetched.kind === "file" && fetched.status < 500 && fetched.status !== 429;
      this.#remember(url, this.#options.clock.now() + (isNone ? noneForMs : retryAfterMs));
      return null;
    }
    const folder = picturesFolder(this.#options.dataFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${stem}.${type}`;
    await replaceFile(join(folder, name), fetched.bytes);
    return name;
  }

  #remember(url: string, retryMs: number): void {
    if (this.#retryMs.size >= maxFailures) this.#retryMs.clear();
    this.#retryMs.set(url, retryMs);
  }

  async #list(): Promise<KeptFile[]> {
    const folder = picturesFolder(this.#options.dataFolder);
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(folder, name)).catch(() => null);
        return found?.isFile() ? [{ name, bytes: found.size, usedMs: found.mtimeMs }] : [];
      }),
    );
    return files.flat();
  }
}
