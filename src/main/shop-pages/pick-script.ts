import type { PickEvent } from "../../shared/recipe/recipe.js";

/** What main shows after a click. */
export interface PickReply {
  readonly text: string;
  /** The figure to frame; `null` if there is no price at the click. */
  readonly figure: string | null;
}

/** State that the script below leaves in its isolated world. */
export interface PickWorld {
  tidemarkClicked?: Element;
  tidemarkPicker?: {
    /** Resolves to the next event, in order. */
    next(): Promise<PickEvent>;
    reply(reply: PickReply): void;
  };
}

/** The bar at the bottom of the page, with texts in the user's language. */
export interface PickNotes {
  readonly styles: string;
  /** The window's typeface, as base64. */
  readonly font: string;
  readonly instruction: string;
  /** The button that takes the clicked price. */
  readonly use: string;
  /** The button that enters a price instead of clicking one. */
  readonly byHand: string;
  /** Shown after a click on a text with figures, of which none was meant. */
  readonly unclear: string;
  /** Shown for a few seconds after a click on a text without figures. */
  readonly noPrice: string;
}

/** The look of the app's own window: colours, sizes and shapes are those of tokens.css. */
export const pickStyles = `
  .bar {
    color-scheme: light dark; display: flex; gap: 12px; align-items: center; box-sizing: border-box; position: fixed; bottom: 16px; left: 50%;
    width: max-content; max-width: 80vw; padding: 12px 16px; translate: -50%;
    border: 1px solid light-dark(#d5cbb7, #2f4d58); border-radius: 12px;
    background: light-dark(#fffdf9, #10222a); color: light-dark(#0f2329, #eaf2f0);
    font: 400 14px/1.4 Tidemark, system-ui, sans-serif;
    box-shadow: 0 12px 36px -6px light-dark(rgb(15 35 41 / 24%), rgb(0 0 0 / 60%));
  }
  button {
    flex: none; min-height: 34px; padding: 0 14px; border: 0; border-radius: 10px;
    background: light-dark(#0b3c49, #bfe9e6); color: light-dark(#fffdf9, #0a2029);
    font: inherit; font-weight: 600; pointer-events: auto; cursor: pointer;
  }
  button:hover { background: light-dark(#145263, #dcf5f3); }
  button[hidden] { display: none; }
  .frame {
    position: fixed; box-sizing: border-box; border: 2px solid #0b6670; border-radius: 8px;
    background: rgb(11 102 112 / 10%); box-shadow: 0 0 0 2px #fffdf9;
  }
`;

/**
 * Runs in a shop's page, in an isolated world. Highlights the amount under the pointer and reports a click on one; main
 * replies whether it can be read. The user confirms it by the button, Enter or a second click. Other clicks go to the page,
 * so that the user can decline cookies and select variants. The function is sent as source text, so it must not use
 * anything outside itself.
 */
export function pickInPage({ styles, font, instruction, unclear, noPrice, byHand, use }: PickNotes): void {
  const world = globalThis as PickWorld;
  const currencyPattern =
    /\p{Sc}|(?<!\p{L})(?:USD|EUR|GBP|CHF|PLN|SEK|NOK|DKK|CZK|HUF|RON|CAD|AUD|NZD|INR|JPY|CNY|KRW|BRL|MXN|ZAR|TRY|kr|zł|Kč|Ft|lei|лв|руб)(?!\p{L})/gu;
  const maxAmountChars = 60;
  const maxSentenceChars = 300;
  const maxFigureChars = 40;
  const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const digits = (value: string) => value.replace(/\D/g, "");
  const countCurrencies = (value: string) => value.match(currencyPattern)?.length ?? 0;
  /** A bare number on a control is a size or a page number; elsewhere it may be a price without a currency. */
  const isAmount = (element: Element) => {
    const value = text(element);
    if (value.length > maxAmountChars || !/\d/.test(value)) return false;
    if (countCurrencies(value) > 0 || /\d[.,]\d{2}(?!\d)/.test(value)) return true;
    return !isControl(element) && (value.match(/\p{L}/gu)?.length ?? 0) <= 3;
  };

  /** Whether an element's own text is a sentence with one price, such as `Our price: $42, postage 6.50.` */
  const isSentence = (element: Element) => {
    const value = text(element);
    return (
      value.length <= maxSentenceChars && countCurrencies(value) === 1 && element.childElementCount === 0
    );
  };
  const isControl = (element: Element) =>
    element.closest("a,button,input,label,option,select,[role]") !== null;

  /** Whether `outer` shows the whole amount of which `own` is a part, such as `12` in `$12.99`. */
  const isPartOf = (own: string, outer: string) => {
    if (outer.length > maxAmountChars || countCurrencies(outer) > 1 || /\p{L}{5}/u.test(outer)) return false;
    const more = digits(outer).length - digits(own).length;
    return more === 0
      ? countCurrencies(own) === 0 && countCurrencies(outer) === 1
      : more <= 3 && countCurrencies(outer) === 1;
  };
  const amountAround = (start: Element): Element | null => {
    let element: Element | null = start;
    for (let i = 0; i < 3 && element !== null && !isAmount(element); i++) element = element.parentElement;
    if (element === null || !isAmount(element)) return null;
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      const isStruck =
        element.closest("del,s,strike") !== null || outer.querySelector("del,s,strike") !== null;
      if (isStruck || !isPartOf(text(element), text(outer))) break;
      element = outer;
    }
    return element;
  };

  const host = document.createElement("div");
  host.style.cssText = "all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none;";
  const root = host.attachShadow({ mode: "closed" });
  // The page's policy may forbid style elements and fonts from addresses, but not these.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  document.fonts.add(
    new FontFace(
      "Tidemark",
      Uint8Array.from(atob(font), (byte) => byte.charCodeAt(0)),
      { weight: "100 900" },
    ),
  );
  const frames = document.createElement("div");
  const bar = document.createElement("div");
  const message = document.createElement("span");
  const noteMs = 4_000;
  let noteTimer: ReturnType<typeof setTimeout> | undefined;
  let lasting = "";
  const say = (words: string) => {
    clearTimeout(noteTimer);
    lasting = words;
    message.textContent = words;
  };
  const note = (words: string) => {
    clearTimeout(noteTimer);
    message.textContent = words;
    noteTimer = setTimeout(() => {
      message.textContent = lasting;
    }, noteMs);
  };
  say(instruction);
  const useButton = document.createElement("button");
  useButton.textContent = use;
  useButton.hidden = true;
  const handButton = document.createElement("button");
  handButton.textContent = byHand;
  handButton.hidden = true;
  bar.className = "bar";
  bar.append(message, useButton, handButton);
  root.append(frames, bar);
  document.documentElement.append(host);

  const nthOfType = (element: Element) => {
    let nth = 1;
    for (let other = element.previousElementSibling; other !== null; other = other.previousElementSibling)
      if (other.tagName === element.tagName) nth++;
    return nth;
  };
  const describeElement = (element: Element) => ({
    tag: element.tagName.toLowerCase().slice(0, 100),
    attributes: Object.fromEntries(
      [...element.attributes]
        .filter(({ name }) => name.length <= 200)
        .map(({ name, value }) => [name, value.slice(0, 2_000)]),
    ),
    nth: nthOfType(element),
  });
  const describeChain = (element: Element) => {
    const chain = [];
    for (let each: Element | null = element; each !== null && chain.length < 200; each = each.parentElement)
      chain.push(describeElement(each));
    return chain;
  };

  /** The first match of a pattern in an element's text, across its descendants. */
  const findRange = (element: Element, pattern: RegExp): Range | null => {
    const nodes: Node[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const match = pattern.exec(nodes.map(({ nodeValue }) => nodeValue).join(""));
    if (match === null) return null;
    const range = document.createRange();
    let start = 0;
    for (const node of nodes) {
      const end = start + (node.nodeValue?.length ?? 0);
      const last = match.index + match[0].length;
      if (start <= match.index && match.index < end) range.setStart(node, match.index - start);
      if (start < last && last <= end) range.setEnd(node, last - start);
      start = end;
    }
    return range;
  };
  const rangeOfFigure = (element: Element, figure: string) => {
    const characters = figure.replace(/[\s^]/g, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const spaced = characters.replace(/(?:\\.|.)(?!$)/gu, "$&\\s*");
    return findRange(element, new RegExp(`(?<!\\d)${spaced}(?!\\d)`, "u"));
  };

  /** The number whose digits are at the point. */
  const numberAt = (x: number, y: number): Range | null => {
    const caret = document.caretRangeFromPoint(x, y);
    if (caret?.startContainer.nodeType !== Node.TEXT_NODE) return null;
    const node = caret.startContainer;
    const range = document.createRange();
    for (const { 0: digits, index } of (node.nodeValue ?? "").matchAll(/\d[\d.,'’]*/g)) {
      if (index > caret.startOffset || caret.startOffset > index + digits.length) continue;
      range.setStart(node, index);
      range.setEnd(node, index + digits.replace(/\D+$/, "").length);
    }
    const isAtPoint = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
    return isAtPoint ? range : null;
  };

  interface Target {
    readonly element: Element;
    /** What to frame. */
    readonly area: Element | Range;
    /** The number under the pointer. */
    readonly figure: string;
  }
  const findTarget = (event: MouseEvent): Target | null => {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return null;
    const number = numberAt(event.clientX, event.clientY);
    const figure = (number?.toString() ?? "").slice(0, maxFigureChars);
    const amount = amountAround(target);
    if (amount !== null) return { element: amount, area: amount, figure };
    const isText = number !== null && !isControl(target) && text(target).length <= maxSentenceChars;
    return isText || isSentence(target) ? { element: target, area: number ?? target, figure } : null;
  };

  /** The place that the user clicked, and what main found there. */
  let clicked: Target | null = null;
  let framed: Element | Range | null = null;
  /** One frame for neighbours: several would lie on each other's figures. */
  const joinNeighbours = (rects: Iterable<DOMRect>) => {
    let joined: DOMRect[] = [];
    for (const rect of rects) {
      if (rect.width === 0 || rect.height === 0) continue;
      const isNear = ({ left, right, top, bottom }: DOMRect) =>
        left - 12 < rect.right && rect.left < right + 12 && top - 8 < rect.bottom && rect.top < bottom + 8;
      const own = [rect, ...joined.filter(isNear)];
      const left = Math.min(...own.map((each) => each.left));
      const top = Math.min(...own.map((each) => each.top));
      const right = Math.max(...own.map((each) => each.right));
      const bottom = Math.max(...own.map((each) => each.bottom));
      joined = [
        ...joined.filter((each) => !isNear(each)),
        new DOMRect(left, top, right - left, bottom - top),
      ];
    }
    return joined;
  };
  const frame = (area: Element | Range | null) => {
    framed = area;
    frames.replaceChildren(
      ...joinNeighbours(area?.getClientRects() ?? []).map(({ left, top, width, height }) => {
        const box = document.createElement("div");
        box.className = "frame";
        box.style.cssText = `left: ${left - 4}px; top: ${top - 3}px; width: ${width + 8}px; height: ${height + 6}px;`;
        return box;
      }),
    );
  };

  const events: PickEvent[] = [];
  let wake = () => {};
  const emit = (event: PickEvent) => {
    events.push(event);
    wake();
  };
  let asked: Element | Range | null = null;
  world.tidemarkPicker = {
    async next() {
      while (events[0] === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return events.shift() as PickEvent;
    },
    reply({ text: reply, figure }) {
      say(reply);
      useButton.hidden = figure === null;
      handButton.hidden = figure !== null;
      asked =
        figure === null || clicked === null ? null : (rangeOfFigure(clicked.element, figure) ?? clicked.area);
      frame(asked);
    },
  };

  useButton.addEventListener("click", ({ isTrusted }) => isTrusted && emit({ kind: "use" }));
  handButton.addEventListener("click", ({ isTrusted }) => isTrusted && emit({ kind: "by-hand" }));
  window.addEventListener(
    "keydown",
    (event) => {
      if (!event.isTrusted || event.key !== "Enter" || clicked === null || event.target === host) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      emit({ kind: "use" });
    },
    true,
  );
  window.addEventListener("mousemove", (event) => frame(findTarget(event)?.area ?? asked), true);
  window.addEventListener("scroll", () => frame(framed), true);
  window.addEventListener(
    "click",
    (event) => {
      // The page's own scripts neither select nor confirm a price.
      if (!event.isTrusted || event.composedPath()[0] === host) return;
      const target = findTarget(event);
      if (target === null) {
        const [element] = event.composedPath();
        if (!(element instanceof Element) || isControl(element)) return;
        if (!/\d/.test(text(element))) return note(noPrice);
        say(unclear);
        clicked = null;
        asked = null;
        useButton.hidden = true;
        handButton.hidden = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (target.element === clicked?.element && target.figure === clicked.figure)
        return emit({ kind: "use" });
      clicked = target;
      world.tidemarkClicked = target.element;
      const click = { chain: describeChain(target.element), text: text(target.element) };
      emit({ kind: "click", click, figure: target.figure });
    },
    true,
  );
}

/** The selectors that match the clicked element and no other. Runs in the page, after `pickInPage`. */
export function uniqueSelectors(selectors: readonly string[]): string[] {
  const { tidemarkClicked } = globalThis as PickWorld;
  return selectors.filter((selector) => {
    const found = document.querySelectorAll(selector);
    return found.length === 1 && found[0] === tidemarkClicked;
  });
}
