import { categories } from "./data/categories.js";
import type { Category, ProductLine } from "./data/category.js";
import { slugOf } from "./fill.js";
import { hashText } from "./random.js";

/** One product to be: a line in one size and one color. */
export interface Variant {
  readonly index: number;
  readonly category: Category;
  readonly line: ProductLine;
  readonly size: string | null;
  readonly color: string | null;
  readonly sizeIndex: number;
  readonly colorIndex: number;
  readonly listMinor: number;
  readonly title: string;
  readonly titleShort: string;
  readonly slug: string;
  /** Key of this variant. */
  readonly key: number;
  /** Key of its whole line. */
  readonly familyKey: number;
}

function joined(base: string, size: string | null, color: string | null): string {
  const sized = size === null ? base : size.startsWith("with ") ? `${base} ${size}` : `${base}, ${size}`;
  return color === null ? sized : `${sized}, ${color}`;
}

function titlesOf(category: Category, line: ProductLine, size: string | null, color: string | null) {
  if (category.slug === "books")
    return { title: `${line.name} by ${line.kind} (${size ?? "Paperback"})`, titleShort: line.name };
  const short = `${line.brand} ${line.name}`;
  return { title: joined(`${short} ${line.kind}`, size, color), titleShort: joined(short, size, color) };
}

function sizesOf(line: ProductLine): (readonly [size: string | null, dollars: number])[] {
  return typeof line.price === "number" ? [[null, line.price]] : Object.entries(line.price);
}

/** Every product of the market, in a fixed order; the seed changes their keys, not their names. */
export function variantsOf(seed: number): Variant[] {
  const variants: Variant[] = [];
  for (const category of categories)
    for (const line of category.lines)
      for (const [sizeIndex, [size, dollars]] of sizesOf(line).entries())
        for (const [colorIndex, color] of (line.colors ?? [null]).entries()) {
          const titles = titlesOf(category, line, size, color);
          const slug = slugOf([line.brand, line.name, size ?? "", color ?? ""].join(" "));
          variants.push({
            index: variants.length,
            category,
            line,
            size,
            color,
            sizeIndex,
            colorIndex,
            listMinor: dollars * 100,
            ...titles,
            slug,
            key: hashText(`${seed}/${slug}`),
            familyKey: hashText(`${seed}/${line.brand}/${line.name}`),
          });
        }
  return variants;
}
