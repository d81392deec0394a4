import { useState } from "react";
import { classNames } from "../lib/class-names.js";
import { imageSource } from "../lib/image-source.js";
import { SampleDrawing, samplePicture } from "./sample-drawing.js";
import "./product-image.css";

interface ProductImageProps {
  readonly title: string;
  readonly category?: string | undefined;
  readonly source?: string | undefined;
  readonly size: "small" | "large";
}

const hues = 4;

/** Each category has the same tint everywhere, so that lists can be scanned by colour. */
function tintOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return (sum % hues) + 1;
}

function initialsOf(title: string): string {
  const words = title.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}

/** The picture covers a tile with initials. If it never loads, the tile stays and nothing moves. */
export function ProductImage({ title, category, source, size }: ProductImageProps) {
  const [shown, setShown] = useState(false);
  const address = imageSource(source);
  const drawn = samplePicture(source);
  return (
    <span
      className={classNames("product-image", `product-image-${size}`, `tint-${tintOf(category ?? title)}`)}
      aria-hidden="true"
    >
      {drawn === null ? initialsOf(title) : <SampleDrawing picture={drawn} title={title} />}
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
