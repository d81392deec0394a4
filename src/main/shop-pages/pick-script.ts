/** State that the script below leaves in its isolated world. */
export interface PickWorld {
  tidemarkClicked?: Element;
}

/** The note at the bottom of the page, in the user's language. */
export interface PickNotes {
  readonly instruction: string;
  /** Asks about the clicked price, before its text. */
  readonly confirm: string;
  /** The button that takes the clicked price. */
  readonly use: string;
  /** Shown after a click on a text with figures of which none can be used. */
  readonly unclear: string;
}

/**
 * Runs in a shop's page, in an isolated world. Highlights the amount under the pointer. Resolves once one is clicked and
 * confirmed, by the button, Enter or a second click. Other clicks go to the page, so that the user can decline cookies and select variants. The function is sent
 * as source text, so it must not use anything outside itself.
 */
export function pickInPage({ instruction, unclear, confirm, use }: PickNotes): Promise<unknown> {
  const world = globalThis as PickWorld;
  const currencyPattern =
    /\p{Sc}|(?<!\p{L})(?:USD|EUR|GBP|CHF|PLN|SEK|NOK|DKK|CZK|HUF|RON|CAD|AUD|NZD|INR|JPY|CNY|KRW|BRL|MXN|ZAR|TRY|kr|zł|Kč|Ft|lei|лв|руб)(?!\p{L})/gu;
  const maxAmountChars = 60;
  const maxSentenceChars = 300;
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
  const highlightFrame = document.createElement("div");
  highlightFrame.style.cssText =
    "position: fixed; display: none; box-sizing: border-box; border: 2px solid #0b5fff; border-radius: 4px; background: rgb(11 95 255 / 18%); box-shadow: 0 0 0 2px #fff;";
  const note = document.createElement("div");
  const said = document.createElement("span");
  said.textContent = instruction;
  const button = document.createElement("button");
  button.textContent = use;
  button.style.cssText =
    "display: none; margin-left: 12px; padding: 6px 14px; border: 0; border-radius: 6px; background: #fff; color: #10233f; font: 600 14px system-ui, sans-serif; pointer-events: auto; cursor: pointer;";
  note.append(said, button);
  note.style.cssText =
    "max-width: 80vw; position: fixed; bottom: 16px; left: 50%; transform: translateX(-50%); padding: 10px 16px; border-radius: 8px; background: #10233f; color: #fff; font: 500 14px system-ui, sans-serif; box-shadow: 0 2px 12px rgb(0 0 0 / 40%);";
  root.append(highlightFrame, note);
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

  const findAmount = (event: Event) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element)) return null;
    return amountAround(target) ?? (isSentence(target) ? target : null);
  };
  let clicked: Element | null = null;
  const highlight = (event: Event) => {
    const element = findAmount(event) ?? clicked;
    highlightFrame.style.display = element === null ? "none" : "block";
    if (element === null) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    highlightFrame.style.left = `${left - 3}px`;
    highlightFrame.style.top = `${top - 3}px`;
    highlightFrame.style.width = `${width + 6}px`;
    highlightFrame.style.height = `${height + 6}px`;
  };
  return new Promise((resolve) => {
    const take = () => {
      if (clicked === null) return;
      world.tidemarkClicked = clicked;
      host.remove();
      resolve({ chain: describeChain(clicked), text: text(clicked) });
    };
    button.addEventListener("click", ({ isTrusted }) => isTrusted && take());
    window.addEventListener(
      "keydown",
      (event) => {
        if (!event.isTrusted || event.key !== "Enter" || clicked === null) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        take();
      },
      true,
    );
    window.addEventListener("mousemove", highlight, true);
    window.addEventListener(
      "click",
      (event) => {
        // The page's own scripts neither select nor confirm a price.
        if (!event.isTrusted || event.composedPath()[0] === host) return;
        const element = findAmount(event);
        if (element === null) {
          const [target] = event.composedPath();
          if (target instanceof Element && !isControl(target) && /\d/.test(text(target)))
            said.textContent = unclear;
          return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
        if (element === clicked) return take();
        clicked = element;
        said.textContent = `${confirm} ${text(element)}`;
        button.style.display = "inline-block";
        highlight(event);
      },
      true,
    );
  });
}

/** The selectors that match the clicked element and no other. Runs in the page, after `pickInPage`. */
export function uniqueSelectors(selectors: readonly string[]): string[] {
  const { tidemarkClicked } = globalThis as PickWorld;
  return selectors.filter((selector) => {
    const found = document.querySelectorAll(selector);
    return found.length === 1 && found[0] === tidemarkClicked;
  });
}
