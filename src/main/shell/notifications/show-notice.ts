import { join } from "node:path";
import { app, type NativeImage, Notification, nativeImage, session } from "electron";
import { isPublicPicture } from "../content-policy.js";
import type { Log } from "../log.js";
import type { Notice, NoticeTarget } from "./notice.js";

const pictureLimitMs = 3_000;
const largestPictureBytes = 1_024 * 1_024;
const pictureSide = 128;

/** Reads the body; stops and returns `null` once it exceeds the limit. */
async function readSmall(answer: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    // Leaving the loop aborts the download.
    if (length > largestPictureBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Uses a separate in-memory session: no cookies, no cache, and nothing shared with the window. */
async function fetchPicture(url: string): Promise<NativeImage | null> {
  const answer = await session.fromPartition("pictures").fetch(url, {
    credentials: "omit",
    // A redirect could lead to a private address.
    redirect: "error",
    signal: AbortSignal.timeout(pictureLimitMs),
  });
  const bytes = answer.ok ? await readSmall(answer) : null;
  if (bytes === null) return null;
  const picture = nativeImage.createFromBuffer(bytes);
  return picture.isEmpty() ? null : picture.resize({ width: pictureSide });
}

function appIcon(): NativeImage {
  return nativeImage
    .createFromPath(join(app.getAppPath(), "resources/icon.png"))
    .resize({ width: pictureSide });
}

/** The product's image if it loads in time, otherwise the app's icon. */
async function pictureOf({ image }: Notice): Promise<NativeImage> {
  const picture =
    image === null || !isPublicPicture(image) ? null : await fetchPicture(image).catch(() => null);
  return picture ?? appIcon();
}

/** Keeps references: a notification that is garbage-collected loses its click event. */
const shown = new Set<Notification>();
const mostShown = 20;

/** Shows a desktop notification. Never throws: if it fails, the alert is still in the inbox. */
export async function showNotice(
  notice: Notice,
  { onClick, log }: { readonly onClick: (target: NoticeTarget) => void; readonly log: Log },
): Promise<void> {
  try {
    const notification = new Notification({
      title: notice.title,
      body: notice.body,
      icon: await pictureOf(notice),
    });
    const forget = () => shown.delete(notification);
    notification.on("click", () => {
      forget();
      onClick(notice.target);
    });
    notification.on("close", forget);
    notification.on("failed", (_event, error) => {
      forget();
      log(`A notification could not be shown: ${error}`);
    });
    shown.add(notification);
    for (const oldest of [...shown].slice(0, Math.max(0, shown.size - mostShown))) shown.delete(oldest);
    notification.show();
  } catch (error) {
    log(`A notification could not be shown: ${String(error)}`);
  }
}
