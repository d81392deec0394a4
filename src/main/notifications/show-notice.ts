import { join } from "node:path";
import { app, type NativeImage, Notification, nativeImage } from "electron";
import type { ReadPicture } from "../../shared/node/pictures.js";
import type { Log } from "../launch/log.js";
import type { Notice, NoticeTarget } from "./notice.js";

const imageSize = 128;
/** A prompt alert is worth more than its picture. */
const pictureWaitMs = 3_000;

async function loadPicture(address: string, readPicture: ReadPicture): Promise<NativeImage | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, pictureWaitMs, null));
  const picture = await Promise.race([readPicture(address), tooLate]);
  if (picture === null) return null;
  const image = nativeImage.createFromBuffer(picture.data);
  return image.isEmpty() ? null : image.resize({ width: imageSize });
}

function appIcon(): NativeImage {
  return nativeImage
    .createFromPath(join(app.getAppPath(), "resources/icon.png"))
    .resize({ width: imageSize });
}

/** The product's image if it loads in time, otherwise the app's icon. */
async function loadIcon({ image }: Notice, readPicture: ReadPicture): Promise<NativeImage> {
  const picture = image === null ? null : await loadPicture(image, readPicture).catch(() => null);
  return picture ?? appIcon();
}

/** Keeps a reference, because a notification that is garbage-collected loses its click event. */
const visibleNotifications = new Set<Notification>();
const maxVisible = 20;

/** Shows a desktop notification. Never throws: if it fails, the alert is still in the inbox. */
export async function showNotice(
  notice: Notice,
  {
    onClick,
    readPicture,
    log,
  }: {
    readonly onClick: (target: NoticeTarget) => void;
    readonly readPicture: ReadPicture;
    readonly log: Log;
  },
): Promise<void> {
  try {
    const notification = new Notification({
      title: notice.title,
      body: notice.body,
      icon: await loadIcon(notice, readPicture),
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
    const [oldest] = visibleNotifications;
    if (oldest !== undefined && visibleNotifications.size > maxVisible) visibleNotifications.delete(oldest);
    notification.show();
  } catch (error) {
    log(`A notification could not be shown: ${String(error)}`);
  }
}
