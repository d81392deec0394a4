import type { Availability } from "../candidate.js";
import { commonElement } from "../html/outline.js";
import type { PageFacts } from "../html/page-facts.js";
import { kinds } from "./element-kind.js";
import { regionsOf } from "./read-prices.js";

interface Voice {
  readonly availability: Availability;
  readonly isControl: boolean;
  readonly isOption: boolean;
  readonly isPlain: boolean;
  readonly shared: number;
}

function voicesOf(facts: PageFacts): Voice[] {
  const regions = regionsOf(facts);
  return facts.spots.stocks.flatMap(({ element, availability, isControl, isPlain }) => {
    // "Service unavailable" as a heading is no product's stock.
    if (commonElement(element, facts.headingElement) === facts.headingElement) return [];
    const { shared, kind, isListed } = regions.place(element);
    const isOption = (kind & kinds.option) !== 0;
    if ((kind & kinds.aside) !== 0 || (isListed && !isOption)) return [];
    return [{ availability, isControl, isOption, isPlain, shared }];
  });
}

/** What all of them say; `null` where they differ or say nothing. */
function agreed(given: readonly Voice[]): Availability | null {
  const plain = given.filter(({ isPlain }) => isPlain);
  const voices = plain.length > 0 ? plain : given;
  const [first] = voices;
  return first !== undefined && voices.every(({ availability }) => availability === first.availability)
    ? first.availability
    : null;
}

/** How sure it is: said beside the heading, or somewhere on the page. */
export interface ReadStock {
  readonly availability: Availability;
  readonly isNear: boolean;
}

/** What the page says of stock, near its heading first: a sentence before a button, a button before one of its choices. */
export function readStock(facts: PageFacts): ReadStock | null {
  const voices = voicesOf(facts);
  const statuses = voices.filter(({ isControl, isOption }) => !isControl && !isOption);
  const controls = voices.filter(({ isControl }) => isControl);
  const nearest = (among: readonly Voice[]) => {
    const most = Math.max(...among.map(({ shared }) => shared));
    return among.filter(({ shared }) => shared === most);
  };
  const heading = facts.headingElement?.depth ?? 0;
  for (const among of [statuses, controls]) {
    if (among.length === 0) continue;
    const near = nearest(among);
    const availability = agreed(near);
    const rival = among === statuses ? Math.max(-1, ...controls.map(({ shared }) => shared)) : -1;
    // A word far from the heading says less than the button beside it.
    if (availability !== null && (near[0]?.shared ?? -1) + 2 >= rival)
      return { availability, isNear: heading - (near[0]?.shared ?? 0) <= 4 };
  }
  return null;
}
