/** What HTML's own rules say of its elements, as far as a page's events depend on it. */
export interface TagRules {
  readonly name: string;
  /** Has no content, and so no end. */
  readonly isVoid: boolean;
  /** Innermost elements that end where this one begins. */
  readonly ends: ReadonlySet<string> | null;
  /** Its content is text up to its own end tag. */
  readonly content: "markup" | "raw" | "text" | "rest";
  /** What is in it is not HTML, or HTML again inside of such. */
  readonly context: Context | null;
}

export type Context = "svg" | "math" | "html";

const voids = words(
  "area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr",
);
/** Text without character references. */
const raws = words("iframe noembed noframes script style xmp");
const texts = words("textarea title");
const integrations = words("annotation-xml desc foreignobject mi mn mo ms mtext title");

const fields = words("button datalist input optgroup option select textarea");
const headings = words("h1 h2 h3 h4 h5 h6 p");
const endsOf: readonly (readonly [tags: string, ends: ReadonlySet<string>])[] = [
  ["tr", words("td th tr")],
  ["th", words("th")],
  ["td", words("td th thead")],
  ["body", words("head link script")],
  ["a", words("a")],
  ["li", words("li")],
  ["dd dt", words("dd dt")],
  ["rp rt", words("rp rt")],
  ["option", words("option")],
  ["optgroup", words("optgroup option")],
  ["tbody tfoot", words("tbody thead")],
  ["h1 h2 h3 h4 h5 h6", headings],
  ["button datalist input output select textarea", fields],
  [
    "address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul",
    words("p"),
  ],
];

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function contentOf(tag: string): TagRules["content"] {
  if (raws.has(tag)) return "raw";
  if (texts.has(tag)) return "text";
  return tag === "plaintext" ? "rest" : "markup";
}

function contextOf(tag: string): Context | null {
  if (tag === "svg" || tag === "math") return tag;
  return integrations.has(tag) ? "html" : null;
}

const endsByTag = new Map(
  endsOf.flatMap(([tags, ends]) => tags.split(" ").map((tag) => [tag, ends] as const)),
);

function rulesFor(tag: string): TagRules {
  const ends = endsByTag.get(tag) ?? null;
  return { name: tag, isVoid: voids.has(tag), ends, content: contentOf(tag), context: contextOf(tag) };
}

/** Others that are on most pages: of what is known, a name is kept once, and is quick to compare. */
const common = words(
  "abbr article b bdi body center cite code del em figure font g head html i ins label main nav noscript path picture s small span strong sub sup svg tfoot thead time u use",
);

const known = new Set([
  ...common,
  ...voids,
  ...raws,
  ...texts,
  ...integrations,
  ...endsOf.flatMap(([tags]) => tags.split(" ")),
  "math",
  "plaintext",
  "svg",
]);
const rules = new Map([...known].map((tag) => [tag, rulesFor(tag)]));

export function rulesOf(tag: string): TagRules {
  return rules.get(tag) ?? rulesFor(tag);
}
