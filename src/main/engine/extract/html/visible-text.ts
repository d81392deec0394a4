type Attributes = Readonly<Record<string, string>>;

const hiddenTags = new Set(["script", "style", "template", "noscript", "svg", "iframe", "textarea"]);
/** Elements whose text does not run on into what follows. */
const blockTags = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "br",
  "button",
  "dd",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "label",
  "li",
  "main",
  "nav",
  "ol",
  "option",
  "p",
  "section",
  "select",
  "table",
  "td",
  "th",
  "title",
  "tr",
  "ul",
]);

function isHidden(tag: string, { hidden, style, "aria-hidden": ariaHidden }: Attributes): boolean {
  if (hiddenTags.has(tag) || hidden !== undefined) return true;
  // An amount that is repeated for screen readers is hidden by class, not from them; this is decoration.
  if (ariaHidden === "true" && tag !== "span" && tag !== "div") return true;
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** Text as a reader sees it, with the places at which elements begin. */
export class VisibleText {
  #text = "";
  readonly #hidden: boolean[] = [];
  #hiddenDepth = 0;

  get position(): number {
    return this.#text.length;
  }

  get length(): number {
    return this.#text.length;
  }

  get isHidden(): boolean {
    return this.#hiddenDepth > 0;
  }

  open(tag: string, attributes: Attributes): void {
    const hides = isHidden(tag, attributes);
    this.#hidden.push(hides);
    if (hides) this.#hiddenDepth++;
    if (blockTags.has(tag)) this.#break();
  }

  add(text: string): void {
    if (this.#hiddenDepth === 0) this.#text += text;
  }

  close(tag: string): void {
    if (this.#hidden.pop() === true) this.#hiddenDepth--;
    if (blockTags.has(tag)) this.#break();
  }

  /** Cents that stand above the line are told apart from the amount before them. */
  mark(sign: string): void {
    if (this.#hiddenDepth === 0) this.#text += sign;
  }

  since(at: number): string {
    return this.#text.slice(at).replace(/\s+/g, " ").trim();
  }

  beginning(characters: number): string {
    return this.#text
      .slice(0, characters * 2)
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, characters);
  }

  #break(): void {
    if (this.#hiddenDepth === 0 && !this.#text.endsWith("\n")) this.#text += "\n";
  }
}
