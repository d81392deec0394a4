import type { CSSProperties, ReactNode } from "react";
import type { Deal } from "../../shared/contract/deal.js";
import "./sample-drawing.css";

/** Drawings of the sample market's products, 64 by 64. The first whose words match a product's address is used. */
const drawings: readonly { readonly words: RegExp; readonly drawing: ReactNode }[] = [
  {
    words: /^headphones.*(?:earbud|bone-)/,
    drawing: (
      <>
        <path
          className="main"
          d="M14 22a9 9 0 0 1 18 0v4a5 5 0 0 1-5 5h-3v16a4 4 0 0 1-8 0V30a9 9 0 0 1-2-8Z"
        />
        <path
          className="shade"
          d="M50 22a9 9 0 0 0-18 0v4a5 5 0 0 0 5 5h3v16a4 4 0 0 0 8 0V30a9 9 0 0 0 2-8Z"
        />
        <circle className="shine" cx="22" cy="21" r="4" />
        <circle className="shine" cx="42" cy="21" r="4" />
      </>
    ),
  },
  {
    words: /^headphones/,
    drawing: (
      <>
        <path className="band" d="M14 38V33a18 18 0 0 1 36 0v5" />
        <rect className="shade" x="9" y="34" width="13" height="20" rx="6" />
        <rect className="shade" x="42" y="34" width="13" height="20" rx="6" />
        <rect className="main" x="16" y="33" width="8" height="22" rx="4" />
        <rect className="main" x="40" y="33" width="8" height="22" rx="4" />
      </>
    ),
  },
  {
    words: /^speakers.*soundbar/,
    drawing: (
      <>
        <rect className="main" x="6" y="26" width="52" height="14" rx="5" />
        <circle className="shade" cx="16" cy="33" r="4" />
        <circle className="shade" cx="48" cy="33" r="4" />
        <rect className="shine" x="26" y="31" width="12" height="4" rx="2" />
      </>
    ),
  },
  {
    words: /^speakers/,
    drawing: (
      <>
        <rect className="main" x="17" y="7" width="30" height="50" rx="7" />
        <circle className="shade" cx="32" cy="39" r="11" />
        <circle className="shine" cx="32" cy="39" r="4" />
        <circle className="shade" cx="32" cy="18" r="5" />
      </>
    ),
  },
  {
    words: /^laptops/,
    drawing: (
      <>
        <rect className="shade" x="12" y="14" width="40" height="28" rx="4" />
        <rect className="shine" x="16" y="18" width="32" height="20" rx="1.5" />
        <path className="main" d="M6 44h52l-3 6a3 3 0 0 1-3 2H12a3 3 0 0 1-3-2Z" />
      </>
    ),
  },
  {
    words: /^monitors/,
    drawing: (
      <>
        <rect className="shade" x="7" y="11" width="50" height="33" rx="4" />
        <rect className="shine" x="11" y="15" width="42" height="25" rx="1.5" />
        <path className="main" d="M28 44h8l1 7h7a2 2 0 0 1 0 4H20a2 2 0 0 1 0-4h7Z" />
      </>
    ),
  },
  {
    words: /camera-bag|daypack|backpack(?!ing)/,
    drawing: (
      <>
        <path className="line" d="M25 15v-3a7 7 0 0 1 14 0v3" />
        <path
          className="main"
          d="M15 26a12 12 0 0 1 12-12h10a12 12 0 0 1 12 12v24a6 6 0 0 1-6 6H21a6 6 0 0 1-6-6Z"
        />
        <rect className="shade" x="21" y="36" width="22" height="15" rx="4" />
        <rect className="shine" x="25" y="23" width="14" height="4" rx="2" />
      </>
    ),
  },
  {
    words: /^cameras.*tripod/,
    drawing: (
      <>
        <rect className="main" x="22" y="8" width="20" height="13" rx="4" />
        <path className="line" d="M32 21v12M32 31 18 56M32 31l14 25M32 31v25" />
        <circle className="shine" cx="32" cy="14" r="4" />
      </>
    ),
  },
  {
    words: /^cameras|^smart-home.*camera/,
    drawing: (
      <>
        <path
          className="main"
          d="M22 16h20l3 6h7a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H12a5 5 0 0 1-5-5V27a5 5 0 0 1 5-5h7Z"
        />
        <circle className="shade" cx="32" cy="36" r="12" />
        <circle className="shine" cx="32" cy="36" r="6" />
        <rect className="shade" x="45" y="26" width="7" height="4" rx="2" />
      </>
    ),
  },
  {
    words: /^storage.*(?:card|flash)/,
    drawing: (
      <>
        <path className="main" d="M18 8h21l9 9v36a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4Z" />
        <path className="shade" d="M20 12h4v9h-4zM27 12h4v9h-4zM34 12h4v9h-4z" />
        <rect className="shine" x="20" y="32" width="22" height="16" rx="2" />
      </>
    ),
  },
  {
    words: /^storage/,
    drawing: (
      <>
        <rect className="main" x="14" y="9" width="36" height="46" rx="6" />
        <rect className="shade" x="20" y="16" width="24" height="18" rx="3" />
        <circle className="shine" cx="32" cy="45" r="3" />
      </>
    ),
  },
  {
    words: /^desk.*(?:mouse|trackball)/,
    drawing: (
      <>
        <rect className="main" x="19" y="9" width="26" height="46" rx="13" />
        <path className="shade" d="M19 30V22A13 13 0 0 1 31 9v21Z" />
        <rect className="shine" x="30" y="16" width="4" height="10" rx="2" />
      </>
    ),
  },
  {
    words: /^desk/,
    drawing: (
      <>
        <rect className="shade" x="5" y="19" width="54" height="28" rx="5" />
        <path
          className="shine"
          d="M10 24h6v5h-6zM19 24h6v5h-6zM28 24h6v5h-6zM37 24h6v5h-6zM46 24h8v5h-8zM10 32h8v5h-8zM21 32h6v5h-6zM30 32h6v5h-6zM39 32h6v5h-6zM48 32h6v5h-6z"
        />
        <rect className="main" x="18" y="40" width="28" height="4" rx="2" />
      </>
    ),
  },
  {
    words: /^(?:smart-home|outdoor|tools).*(?:bulb|light|lantern)/,
    drawing: (
      <>
        <path className="glow" d="M32 7a17 17 0 0 1 9 31l-1 6H24l-1-6a17 17 0 0 1 9-31Z" />
        <path className="line" d="M27 27l5 5 5-5M32 32v11" />
        <rect className="shade" x="24" y="46" width="16" height="4" rx="2" />
        <rect className="main" x="26" y="52" width="12" height="5" rx="2.5" />
      </>
    ),
  },
  {
    words: /^smart-home/,
    drawing: (
      <>
        <rect className="main" x="14" y="14" width="36" height="36" rx="12" />
        <circle className="shine" cx="32" cy="32" r="12" />
        <path className="line" d="M32 32V24" />
      </>
    ),
  },
  {
    words: /^kitchen.*(?:pan|oven|fryer)/,
    drawing: (
      <>
        <path className="main" d="M6 28h36v8a14 14 0 0 1-14 14h-8A14 14 0 0 1 6 36Z" />
        <rect className="shade" x="4" y="24" width="40" height="6" rx="3" />
        <rect className="shade" x="42" y="25" width="18" height="4" rx="2" />
        <path className="line" d="M17 17c-2-3 2-4 0-7M28 17c-2-3 2-4 0-7" />
      </>
    ),
  },
  {
    words: /^kitchen.*knife/,
    drawing: (
      <>
        <path className="shine" d="M8 38C20 20 34 14 44 12l2 6-22 20Z" />
        <path className="main" d="M44 12l8-4a4 4 0 0 1 5 5l-11 8Z" />
        <rect className="shade" x="10" y="46" width="44" height="6" rx="3" />
      </>
    ),
  },
  {
    words: /^kitchen/,
    drawing: (
      <>
        <path className="main" d="M18 22h26l4 28a5 5 0 0 1-5 6H19a5 5 0 0 1-5-6Z" />
        <path className="line" d="M46 27h5a5 5 0 0 1 5 6l-2 10M24 22v-4a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v4" />
        <circle className="shade" cx="31" cy="10" r="4" />
        <path className="shine" d="M22 30h4l-2 18h-4z" />
      </>
    ),
  },
  {
    words: /^tools.*(?:drill|driver|sander)/,
    drawing: (
      <>
        <path
          className="main"
          d="M8 14h30a6 6 0 0 1 6 6v6a4 4 0 0 1-4 4H28l-3 16H12l4-16H8a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3Z"
        />
        <path className="shade" d="M44 18h6v8h-6zM9 46h19v8a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2Z" />
        <path className="line" d="M50 22h9" />
      </>
    ),
  },
  {
    words: /^tools.*saw/,
    drawing: (
      <>
        <path className="shine" d="M22 24 60 34v8l-4-3-1 4-5-4-1 4-5-4-1 4-5-4-1 4-5-4-1 4-5-4-3 4Z" />
        <path className="main" d="M4 20a6 6 0 0 1 6-6h8a6 6 0 0 1 6 6v20a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6Z" />
        <rect className="shade" x="10" y="22" width="8" height="16" rx="4" />
      </>
    ),
  },
  {
    words: /^tools/,
    drawing: (
      <>
        <path className="line" d="M24 20v-3a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v3" />
        <rect className="main" x="8" y="20" width="48" height="32" rx="5" />
        <rect className="shade" x="8" y="32" width="48" height="5" />
        <rect className="shine" x="28" y="30" width="8" height="9" rx="2" />
      </>
    ),
  },
  {
    words: /^toys/,
    drawing: (
      <>
        <rect className="main" x="9" y="32" width="24" height="24" rx="3" />
        <rect className="shade" x="33" y="32" width="22" height="24" rx="3" />
        <path className="shine" d="M32 8 45 30H19Z" />
        <circle className="shine" cx="21" cy="44" r="6" />
      </>
    ),
  },
  {
    words: /^outdoor.*tent/,
    drawing: (
      <>
        <path className="main" d="M32 10 59 52H5Z" />
        <path className="shade" d="M32 10 42 52H22Z" />
        <path className="shine" d="M32 10v42h-6Z" />
      </>
    ),
  },
  {
    words: /^outdoor.*(?:bottle|stove)/,
    drawing: (
      <>
        <rect className="shade" x="25" y="6" width="14" height="8" rx="3" />
        <path
          className="main"
          d="M24 16h16a6 6 0 0 1 4 6v30a5 5 0 0 1-5 5H25a5 5 0 0 1-5-5V22a6 6 0 0 1 4-6Z"
        />
        <rect className="shine" x="25" y="27" width="5" height="22" rx="2.5" />
      </>
    ),
  },
  {
    words: /^outdoor/,
    drawing: (
      <>
        <path className="shade" d="M24 12 46 52H2Z" />
        <path className="main" d="M42 22 62 52H22Z" />
        <path className="shine" d="M24 12l6 11-6 4-6-4Z" />
      </>
    ),
  },
  {
    words: /^books/,
    drawing: (
      <>
        <path
          className="shade"
          d="M16 8h30a4 4 0 0 1 4 4v42a2 2 0 0 1-2 2H18a4 4 0 0 1-4-4V10a2 2 0 0 1 2-2Z"
        />
        <path className="main" d="M20 8h26a4 4 0 0 1 4 4v38H20Z" />
        <rect className="shine" x="26" y="17" width="18" height="4" rx="2" />
        <rect className="shine" x="26" y="25" width="11" height="3" rx="1.5" />
      </>
    ),
  },
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
  const found = drawings.find((each) => each.words.test(words));
  if (!found) return null;
  const style: CSSProperties & Record<"--colour", string> = {
    "--colour": colourOf(`${picture} ${title.toLowerCase()}`),
  };
  return (
    <svg className="sample-drawing" viewBox="-5 -5 74 74" style={style} aria-hidden="true">
      {found.drawing}
    </svg>
  );
}
