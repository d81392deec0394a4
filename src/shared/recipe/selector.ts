/**
 * A subset of CSS selectors, just enough to locate a price. Small enough to match while a page is being parsed, without
 * building a tree. Every selector is also valid in browsers.
 */

export interface AttributeTest {
  readonly name: string;
  /** `null` matches any value. */
  readonly value: string | null;
  /** Whether the attribute must only contain the value (`*=`) instead of being equal to it. */
  readonly isSubstring: boolean;
}

/** A compound selector, which matches one element: `span.price[itemprop="price"]:nth-of-type(2)`. */
export interface Compound {
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  /** `:nth-of-type`, from 1. */
  readonly nth: number | null;
}

export interface Step {
  readonly compound: Compound;
  /** Whether it must be a child (`>`), not just a descendant, of the previous step. */
  readonly isChild: boolean;
}

/** From the outside in; the last step matches the element itself. */
export type Selector = readonly Step[];

export const maxSelectorChars = 600;
/** Limits that bound the time to match a selector. */
const maxSteps = 32;
const maxDescendantSteps = 3;

const name = "-?[A-Za-z_][\\w-]*";
const partPattern = new RegExp(
  `^(?:(${name})|#(${name})|\\.(${name})|\\[(${name})(?:(\\*?=)"([^"\\\\\\n]*)")?\\]|:nth-of-type\\((\\d{1,4})\\))`,
);

interface Draft {
  tag: string | null;
  id: string | null;
  classes: string[];
  attributes: AttributeTest[];
  nth: number | null;
}

/** Parses one part of a compound into `draft`; returns the remaining text, or `null` if no part matches. */
function parsePart(text: string, draft: Draft, isFirst: boolean): string | null {
  const match = partPattern.exec(text);
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
      isSubstring: operator === "*=",
    });
  else draft.nth = Number(nth);
  return text.slice(whole.length);
}

function parseCompound(text: string): { compound: Compound; rest: string } | null {
  const draft: Draft = { tag: null, id: null, classes: [], attributes: [], nth: null };
  let rest = text;
  for (let isFirst = true; rest !== "" && !/^\s/.test(rest); isFirst = false) {
    const remaining = parsePart(rest, draft, isFirst);
    if (remaining === null) return null;
    rest = remaining;
  }
  // `*=""` would match every element with the attribute.
  const matchesAnything = draft.attributes.some(({ value, isSubstring }) => isSubstring && value === "");
  return rest === text || matchesAnything || draft.nth === 0 ? null : { compound: draft, rest };
}

/** Parses a selector; `null` if it is outside this subset of CSS. */
export function parseSelector(text: string): Selector | null {
  if (text.length > maxSelectorChars) return null;
  const steps: Step[] = [];
  let rest = text.trim();
  let isChild = false;
  while (rest !== "") {
    const parsed = parseCompound(rest);
    if (parsed === null || steps.length === maxSteps) return null;
    steps.push({ compound: parsed.compound, isChild });
    const combinator = /^\s*(>)?\s*/.exec(parsed.rest);
    isChild = combinator?.[1] === ">";
    rest = parsed.rest.slice(combinator?.[0].length ?? 0);
    if (isChild && rest === "") return null;
  }
  const descents = steps.filter((step, i) => i > 0 && !step.isChild).length;
  return steps.length === 0 || descents > maxDescendantSteps ? null : steps;
}
