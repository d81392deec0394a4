import { isInBrowser } from "./bridge.js";

/** Draws a picture on white, as large as a square has room for it. */
export function drawOnWhite(
  pen: CanvasRenderingContext2D,
  picture: HTMLImageElement,
  left: number,
  top: number,
  size: number,
): void {
  const scale = size / Math.max(picture.naturalWidth, picture.naturalHeight, 1);
  const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  pen.fillStyle = "#fff";
  pen.fillRect(left, top, size, size);
  pen.drawImage(picture, left + (size - width) / 2, top + (size - height) / 2, width, height);
}

/** The picture at a web address, to be drawn on a canvas; null if there is none. */
export function loadPicture(address: string | undefined): Promise<HTMLImageElement | null> {
  const source = imageSource(address);
  if (source === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    // A picture of another origin would taint the canvas.
    const picture = Object.assign(new Image(), { crossOrigin: "anonymous" });
    picture.onload = () => resolve(picture);
    picture.onerror = () => resolve(null);
    picture.src = source;
  });
}

/** Names reserved for examples and tests never resolve, so they are not requested. */
const reservedName = /\.(example|invalid|test|localhost)$/;

/**
 * The local address of a web picture's saved copy; null if it is no picture's address. The window never loads
 * pictures from shops.
 */
export function imageSource(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isOnWeb = /^https?:$/.test(protocol) && !reservedName.test(hostname);
  const origin = isInBrowser() ? "" : "app://tidemark";
  return isOnWeb ? `${origin}/pictures/${encodeURIComponent(address)}` : null;
}
