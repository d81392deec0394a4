import type { CSSProperties } from "react";
import type { Deal } from "../../shared/contract/deal.js";
import type { Product } from "../../shared/contract/product.js";
import "./sample-drawing.css";

/** The files of the pictures. Not inlined: only a file's own address can be referenced from another picture. */
const files = import.meta.glob<string>("../../../resources/sample/pictures/*.svg", {
  query: "?no-inline",
  import: "default",
  eager: true,
});

/** Pictures of the sample market's products. The first whose words match a product's address and title is used. */
const pictures: readonly (readonly [words: RegExp, file: string])[] = [
  [/^headphones.*(?:earbud|bone-)/, "earbuds"],
  [/^headphones/, "headphones"],
  [/^speakers.*soundbar/, "soundbar"],
  [/^speakers/, "speaker"],
  [/^laptops/, "laptop"],
  [/^monitors/, "monitor"],
  [/camera-bag|daypack|backpack(?!ing)/, "backpack"],
  [/^cameras.*tripod/, "tripod"],
  [/^cameras|^smart-home.*camera/, "camera"],
  [/^storage.*(?:card|flash)/, "memory-card"],
  [/^storage/, "drive"],
  [/^desk.*(?:mouse|trackball)/, "mouse"],
  [/^desk/, "keyboard"],
  [/^(?:smart-home|outdoor|tools).*(?:bulb|light|lantern)/, "light"],
  [/^smart-home/, "thermostat"],
  [/^kitchen.*(?:pan|oven|fryer)/, "pan"],
  [/^kitchen.*knife/, "knife"],
  [/^kitchen/, "kettle"],
  [/^tools.*(?:drill|driver|sander)/, "drill"],
  [/^tools.*saw/, "saw"],
  [/^tools/, "toolbox"],
  [/^toys/, "blocks"],
  [/^outdoor.*tent/, "tent"],
  [/^outdoor.*(?:bottle|stove)/, "bottle"],
  [/^outdoor/, "mountains"],
  [/^books/, "book"],
];

/** CSS colours for the sample's colour names. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(?:black|charcoal|graphite|slate|ink|midnight|petrol)$/, "#3d4a52"],
  [/^(?:white|cream|pearl|shell|chalk|oat|cloud|frost|fog|mist|stone)$/, "#c9c3b3"],
  [/^(?:silver|steel|gray|nickel)$/, "#93a1a8"],
  [/^(?:red|cherry|brick|rust|coral|ember)$/, "#c2553f"],
  [/^(?:orange|tangerine|copper|bronze|ochre)$/, "#d08a3c"],
  [/^(?:yellow|lemon|butter|mustard|brass|sand)$/, "#d7b04a"],
  [/^(?:green|moss|sage|mint|fern|pine|spruce|olive|lime|pistachio)$/, "#6d9a63"],
  [/^(?:teal|lagoon|lake|ocean)$/, "#2f8b8c"],
  [/^(?:blue|sky|cobalt|navy|harbor)$/, "#4377ab"],
  [/^(?:lilac|rose|blush|pastel|rainbow)$/, "#b47f9d"],
  [/^(?:walnut|oak|rosewood|bark|tobacco|chestnut)$/, "#8e6847"],
];
/** Used if the address names no colour. */
const plain = ["#2f8b8c", "#4377ab", "#c2553f", "#6d9a63", "#d08a3c", "#7a6ca8"] as const;

function colourOf(name: string): string {
  const words = name.split(/[^a-z]+/);
  const named = colours.find(([pattern]) => words.some((word) => pattern.test(word)));
  if (named) return named[1];
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return plain[sum % plain.length] ?? plain[0];
}

/**
 * `headphones/tessavox-drift-300-charcoal-front` from a picture's address in the sample market; null for other
 * pictures.
 */
export function samplePicture(source: string | undefined): string | null {
  const [, path] =
    /^https:\/\/images\.sample-[a-z]+\.example\/([a-z0-9/-]+)\.[a-z]+$/.exec(source ?? "") ?? [];
  return path ?? null;
}

/** Whether a product is made up. */
export function isOfSample({ images }: Pick<Product, "images">): boolean {
  return samplePicture(images?.[0]) !== null;
}

const categoriesByEmoji: Readonly<Record<string, string>> = {
  "🎧": "headphones",
  "🔊": "speakers",
  "💻": "laptops",
  "🖥️": "monitors",
  "📷": "cameras",
  "💾": "storage",
  "⌨️": "desk",
  "💡": "smart-home",
  "🍳": "kitchen",
  "🛠️": "tools",
  "🧩": "toys",
  "🏕️": "outdoor",
  "📚": "books",
};

/** The picture address of a deal in the sample market, which deals do not carry. */
export function samplePictureOfDeal({ emoji, path, retailer }: Deal): string | undefined {
  const category = categoriesByEmoji[emoji ?? ""];
  if (category === undefined || !/^sample-[a-z]+\.example$/.test(retailer.name)) return undefined;
  return `https://images.sample-market.example/${category}/${path}.svg`;
}

interface SampleDrawingProps {
  readonly picture: string;
  /** The product's title, as the picture's text. */
  readonly title: string;
}

/** Draws a sample product: available offline, and visibly made up. */
export function SampleDrawing({ picture, title }: SampleDrawingProps) {
  const [category = ""] = picture.split("/");
  const words = `${category}/${title.toLowerCase().replace(/\s+/g, "-")}`;
  const [, file] = pictures.find(([pattern]) => pattern.test(words)) ?? [];
  if (file === undefined) return null;
  const style: CSSProperties & Record<"--colour", string> = {
    "--colour": colourOf(`${picture} ${title.toLowerCase()}`),
  };
  return (
    <svg className="sample-drawing" style={style} aria-hidden="true">
      <use href={`${files[`../../../resources/sample/pictures/${file}.svg`]}#picture`} />
    </svg>
  );
}
