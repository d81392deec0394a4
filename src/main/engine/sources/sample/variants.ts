import { type Category, type ProductLine, sampleData } from "./data.js";
import { hashText } from "./random.js";
import { slugify } from "./text.js";

/** A product line in one size and one color. */
export interface Variant {
  readonly index: number;
  readonly category: Category;
  readonly line: ProductLine;
  readonly size: string | null;
  readonly color: string | null;
  readonly sizeIndex: number;
  readonly listMinor: number;
  readonly title: string;
  readonly titleShort: string;
  readonly slug: string;
  /** Seeds the variant's own random values. */
  readonly key: number;
  /** Seeds the random values that all variants of the line share. */
  readonly familyKey: number;
}

export function isBook({ category }: { readonly category: Category }): boolean {
  return category.slug === "books";
}

function joinTitle(base: string, size: string | null, color: string | null): string {
  const sized = size === null ? base : size.startsWith("with ") ? `${base} ${size}` : `${base}, ${size}`;
  return color === null ? sized : `${sized}, ${color}`;
}

function createTitles(category: Category, line: ProductLine, size: string | null, color: string | null) {
  if (isBook({ category }))
    return { title: `${line.name} by ${line.kind} (${size ?? "Paperback"})`, titleShort: line.name };
  const short = `${line.brand} ${line.name}`;
  return {
    title: joinTitle(`${short} ${line.kind}`, size, color),
    titleShort: joinTitle(short, size, color),
  };
}

function sizesWithPrices({ price }: ProductLine): (readonly [size: string | null, dollars: number])[] {
  return typeof price === "number" ? [[null, price]] : Object.entries(price);
}

/** Every product of the market in a fixed order. The seed changes keys, never names. */
export function createVariants(seed: number): Variant[] {
  const variants: Variant[] = [];
  for (const category of sampleData().categories)
    for (const line of category.lines)
      for (const [sizeIndex, [size, dollars]] of sizesWithPrices(line).entries())
        for (const color of line.colors ?? [null]) {
          const slug = slugify([line.brand, line.name, size ?? "", color ?? ""].join(" "));
          variants.push({
            index: variants.length,
            category,
            line,
            size,
            color,
            sizeIndex,
            listMinor: dollars * 100,
            ...createTitles(category, line, size, color),
            slug,
            key: hashText(`${seed}/${slug}`),
            familyKey: hashText(`${seed}/${line.brand}/${line.name}`),
          });
        }
  return variants;
}
