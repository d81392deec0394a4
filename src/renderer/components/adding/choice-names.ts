import type { PageChoice } from "../../../shared/app/pages.js";
import { texts } from "../../lib/texts.js";

type Named = Pick<PageChoice, "variant" | "place">;

/** The variant, else what stands beside the price or where it stands. */
function nameOf({ variant, place }: Named): string {
  const { adding } = texts();
  if (variant !== null) return variant;
  const { words = null, spot = "data", end } = place ?? {};
  const where = words === null ? adding.spots[spot] : adding.onLine(words);
  return end === undefined ? where : `${adding.ends[end]} · ${where}`;
}

/** A name for each price to select from. Equal names are numbered. */
export function choiceNames(choices: readonly Named[]): string[] {
  const { adding } = texts();
  const names = choices.map(nameOf);
  return names.map((name, index) => {
    const equal = names.flatMap((other, i) => (other === name ? [i] : []));
    return equal.length === 1 ? name : `${name} · ${adding.nth(equal.indexOf(index) + 1, equal.length)}`;
  });
}
