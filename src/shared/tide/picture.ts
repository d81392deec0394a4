import type { TideShape } from "./geometry.js";

/** Plain colors, as a picture has no style sheet. */
export interface TideColors {
  readonly bed: string;
  readonly water: string;
  readonly usual: string;
  readonly surface: string;
  readonly deep: string;
  readonly flag: string;
  /** The water of a high tide. */
  readonly high: string;
}

/** Those of `tokens.css`, which programs other than the window cannot read; a test compares them. */
export const tideColors: Readonly<Record<"light" | "dark", TideColors>> = {
  light: {
    bed: "#d6e5e1",
    water: "#0b6670",
    usual: "rgb(15 35 41 / 11%)",
    surface: "#fffdf9",
    deep: "#0b3c49",
    flag: "#bf3a23",
    high: "#b04a00",
  },
  dark: {
    bed: "#1f4653",
    water: "#5cc8c9",
    usual: "rgb(234 242 240 / 15%)",
    surface: "#10222a",
    deep: "#bfe9e6",
    flag: "#ff8a70",
    high: "#ffa94d",
  },
};

export const tideHeight = 56;
const bedTop = 26;
const bedHeight = 24;
const bedMiddle = bedTop + bedHeight / 2;
const ringRadius = 11;
const poleTop = 3;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The surface of the water and all below it, from one end to the other. */
function wavePath(from: number, to: number): string {
  const steps = Math.max(1, Math.ceil((to - from) / 4));
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / steps;
    return `L${round(x)} ${round(bedTop + 6 + Math.sin(x / 9) * 2.2)}`;
  });
  return `M${round(from)} ${bedTop + bedHeight}${points.join("")}L${round(to)} ${bedTop + bedHeight}Z`;
}

/** The gauge as an SVG, for notifications and pictures to share: without texts, so without fonts. */
export function tidePicture(shape: TideShape, width: number, colors: Omit<TideColors, "high">): string {
  // The ring and the flag stay within the picture at both ends.
  const x = (share: number) => round(ringRadius + 2 + share * (width - 2 * ringRadius - 4));
  const [left, right] = [x(shape.bed.from) - ringRadius, x(shape.bed.to) + ringRadius];
  const bed = `x="${left}" y="${bedTop}" width="${round(right - left)}" height="${bedHeight}" rx="${bedHeight / 2}"`;
  const parts = [`<clipPath id="bed"><rect ${bed}/></clipPath>`, `<rect ${bed} fill="${colors.bed}"/>`];
  const inBed = (part: string) => parts.push(`<g clip-path="url(#bed)">${part}</g>`);
  if (shape.water !== null) inBed(`<path d="${wavePath(left, x(shape.water))}" fill="${colors.water}"/>`);
  if (shape.usual) {
    const [from, to] = [x(shape.usual.from), x(shape.usual.to)];
    inBed(
      `<rect x="${from}" y="${bedTop}" width="${round(Math.max(2, to - from))}" height="${bedHeight}" fill="${colors.usual}"/>`,
    );
  }
  if (shape.flag !== null) {
    const at = x(shape.flag);
    const tip = shape.flag > 0.5 ? at - 16 : at + 16;
    parts.push(
      `<path d="M${at} ${bedTop + bedHeight}V${poleTop}L${tip} ${poleTop + 6}L${at} ${poleTop + 12}" fill="${colors.flag}" stroke="${colors.flag}" stroke-width="2" stroke-linejoin="round"/>`,
    );
  }
  if (shape.water !== null)
    parts.push(
      `<circle cx="${x(shape.water)}" cy="${bedMiddle}" r="${ringRadius}" fill="${colors.surface}" stroke="${colors.deep}" stroke-width="4"/>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${tideHeight}" viewBox="0 0 ${width} ${tideHeight}">${parts.join("")}</svg>`;
}
