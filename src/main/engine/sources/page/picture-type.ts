/** File types of pictures that windows show. Not SVG, which is a document with scripts. */
export const pictureTypes = ["png", "jpg", "gif", "webp", "avif"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Brands of ISO media files that are AVIF pictures. */
const avifBrands = new Set(["avif", "avis"]);

/** What a picture's first bytes say; `null` for anything else, whatever the server calls it. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.slice(8) === "WEBP") return "webp";
  return start.slice(4, 8) === "ftyp" && avifBrands.has(start.slice(8)) ? "avif" : null;
}
