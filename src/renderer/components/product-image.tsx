import { useState } from "react";
import { classNames } from "../lib/class-names.js";
import { imageSource } from "../lib/load-picture.js";
import { SampleDrawing, samplePicture } from "./sample-drawing.js";
import "./product-image.css";

interface ProductImageProps {
  readonly title: string;
  readonly category?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly size?: "icon" | "small" | "large";
}

const tints = 4;

/** The picture covers a tile with initials. If it never loads, the tile stays and nothing moves. */
export function ProductImage({ title, category, source, size = "small" }: ProductImageProps) {
  const [shown, setShown] = useState(false);
  const address = imageSource(source ?? undefined);
  const drawn = samplePicture(source ?? undefined);
  return (
    <span
      className={classNames("product-image", `product-image-${size}`, tintClass(category ?? title))}
      aria-hidden="true"
    >
      {drawn === null ? initials(title) : <SampleDrawing picture={drawn} title={title} />}
      {address && (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          className={classNames("product-image-picture", shown && "is-shown")}
          onLoad={() => setShown(true)}
        />
      )}
    </span>
  );
}

/** The class of a tile's tint. Each text has the same tint everywhere, so that lists can be scanned by colour. */
export function tintClass(text: string): string {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return `tint-${(hash % tints) + 1}`;
}

function initials(title: string): string {
  const words = title.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}
