/**
 * A small part of CSS: what a recipe needs to say where a price stands, and no more, so that it can be matched while a
 * page is read, without a tree. Every selector here is one for a browser, too.
 */

export interface AttributeTest {
  readonly name: string;
  /** `null`: it is there, whatever it says. */
  readonly value: string | null;
  /** The value is a part of the attribute's, not all of it. */
  readonly isPart: boolean;
}

/** What one element has to be: `span.price[itemprop="price"]:nth-of-type(2)`. */
export interface Compound {
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  /** Its place among those of its tag; 1 for the first. */
  readonly nth: number | null;
}

export interface Step {
  readonly compound: Compound;
  /** It stands directly within the one before, not just somewhere in it. */
  readonly isChild: boolean;
}

/** From the outside in; the last step is the element meant. */
export type Selector = readonly Step[];

export const longestSelector = 600;
/** Beyond these a selector would only cost time. */
const mostSteps = 32;
const mostDescents = 3;

const name = "-?[A-Za-z_][\\w-]*";
const part = new RegExp(
  `^(?:(${name})|#(${name})|\\.(${name})|\\[(${name})(?:(\\*?=)"([^"\\\\\\n]*)")?\\]|:nth-of-type\\((\\d{1,4})\\))`,
);

interface Draft {
  tag: string | null;
  id: string | null;
  classes: string[];
  attributes: AttributeTest[];
  nth: number | null;
}

/** Takes one piece of a compound; returns what is left of the text, `null` where there is no such piece. */
function takePart(text: string, draft: Draft, isFirst: boolean): string | null {
  const match = part.exec(text);
  if (match === null) return null;
  const [whole, tag, id, className, attribute, operator, value, nth] = match;
  if (tag !== undefined) {
    if (!isFirst) return null;
    draft.tag = tag.toLowerCase();
  } else if (id !== undefined) draft.id = id;
  else if (className !== undefined) draft.classes.push(className);
  else if (attribute !== undefined)
    draft.attributes.push({
      name: attribute.toLowerCase(),
      value: value ?? null,
      isPart: operator === "*=",
    });
  else draft.nth = Number(nth);
  return text.slice(whole.length);
}

function takeCompound(text: string): { compound: Compound; rest: string } | null {
  const draft: Draft = { tag: null, id: null, classes: [], attributes: [], nth: null };
  let rest = text;
  for (let isFirst = true; rest !== "" && !/^\s/.test(rest); isFirst = false) {
    const left = takePart(rest, draft, isFirst);
    if (left === null) return null;
    rest = left;
  }
  // A part of nothing is in everything.
  const saysNothing = draft.attributes.some(({ value, isPart }) => isPart && value === "");
  return rest === text || saysNothing || draft.nth === 0 ? null : { compound: draft, rest };
}

/** A selector out of its text; `null` where it is none of this small part of CSS. */
export function parseSelector(text: string): Selector | null {
  if (text.length > longestSelector) return null;
  const steps: Step[] = [];
  let rest = text.trim();
  let isChild = false;
  while (rest !== "") {
    const taken = takeCompound(rest);
    if (taken === null || steps.length === mostSteps) return null;
    steps.push({ compound: taken.compound, isChild });
    const combinator = /^\s*(>)?\s*/.exec(taken.rest);
    isChild = combinator?.[1] === ">";
    rest = taken.rest.slice(combinator?.[0].length ?? 0);
    if (isChild && rest === "") return null;
  }
  const descents = steps.filter((step, i) => i > 0 && !step.isChild).length;
  return steps.length === 0 || descents > mostDescents ? null : steps;
}
