import { imageSource } from "./image-source.js";

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
