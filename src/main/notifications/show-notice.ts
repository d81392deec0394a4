import { join } from "node:path";
import { app, type NativeImage, Notification, nativeImage, session } from "electron";
import type { Log } from "../launch/log.js";
import { isPublicImage } from "../window/content-policy.js";
import type { Notice, NoticeTarget } from "./notice.js";

const imageTimeoutMs = 3_000;
const maxImageBytes = 1_024 * 1_024;
const imageSize = 128;

/** Reads the body; stops and returns `null` once it exceeds the limit. */
async function readLimited(response: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop aborts the download.
    if (length > maxImageBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Uses a separate in-memory session: no cookies, no cache, and nothing shared with the window. */
async function fetchImage(url: string): Promise<NativeImage | null> {
  const response = await session.fromPartition("pictures").fetch(url, {
    credentials: "omit",
    // A redirect could lead to a private address.
    redirect: "error",
    signal: AbortSignal.timeout(imageTimeoutMs),
  });
  const bytes = response.ok ? await readLimited(response) : null;
  if (bytes === null) return null;
  const fetched = nativeImage.createFromBuffer(bytes);
  return fetched.isEmpty() ? null : fetched.resize({ width: imageSize });
}

function appIcon(): NativeImage {
  return nativeImage
    .createFromPath(join(app.getAppPath(), "resources/icon.png"))
    .resize({ width: imageSize });
}

/** The product's image if it loads in time, otherwise the app's icon. */
async function loadIcon({ image }: Notice): Promise<NativeImage> {
  const productImage =
    image === null || !isPublicImage(image) ? null : await fetchImage(image).catch(() => null);
  return productImage ?? appIcon();
}

/** Keeps a reference, because a notification that is garbage-collected loses its click event. */
const visibleNotifications = new Set<Notification>();
const maxVisible = 20;

/** Shows a desktop notification. Never throws: if it fails, the alert is still in the inbox. */
export async function showNotice(
  notice: Notice,
  { onClick, log }: { readonly onClick: (target: NoticeTarget) => void; readonly log: Log },
): Promise<void> {
  try {
    const notification = new Notification({
      title: notice.title,
      body: notice.body,
      icon: await loadIcon(notice),
    });
    const release = () => visibleNotifications.delete(notification);
    notification.on("click", () => {
      release();
      onClick(notice.target);
    });
    notification.on("close", release);
    notification.on("failed", (_event, error) => {
      release();
      log(`A notification could not be shown: ${error}`);
    });
    visibleNotifications.add(notification);
    for (const oldest of [...visibleNotifications].slice(
      0,
      Math.max(0, visibleNotifications.size - maxVisible),
    ))
      visibleNotifications.delete(oldest);
    notification.show();
  } catch (error) {
    log(`A notification could not be shown: ${String(error)}`);
  }
}
