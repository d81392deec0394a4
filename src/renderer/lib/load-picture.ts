import { imageSource } from "./image-source.js";

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
