import { LoaderCircle, Search, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../components/button.js";
import { Keys } from "../../components/keys.js";
import { texts } from "../../lib/texts.js";
import { focusFirstRow } from "../../lib/use-row-keys.js";
import { abandonLookup, lookUp, registerLookupBox, useLookup } from "../../stores/lookup.js";
import { type Route, useRoute } from "../../stores/navigation.js";
import { openProduct } from "../../stores/products.js";
import { PastedOffer } from "./pasted-offer.js";
import { optionId, SuggestionList } from "./suggestion-list.js";
import { usePastedLines } from "./use-pasted-lines.js";
import { useSuggestions } from "./use-suggestions.js";

/** One box for links, barcodes, ASINs, model numbers and words. */
export function LookupBox() {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isBusy = useLookup((state) => state.isBusy);
  const [text, setText] = useTextOfRoute();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const pasted = usePastedLines();
  const products = useSuggestions(text, isOpen);
  const isListShown = isOpen && products.length > 0;
  const { common, lookup } = texts();

  useEffect(
    () =>
      registerLookupBox(() => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );

  const edit = (value: string) => {
    setText(value);
    pasted.forget();
    setActive(-1);
    setOpen(true);
    if (isBusy) abandonLookup();
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (index: number) => {
    const product = products[index];
    close();
    if (product) openProduct(product);
    else void lookUp(text);
  };
  const move = (event: KeyboardEvent, step: number) => {
    event.preventDefault();
    if (!isListShown) return step > 0 ? focusFirstRow() : undefined;
    // The list's last row stands for the text itself, at -1.
    const rows = products.length + 1;
    setActive((now) => ((now + 1 + step + rows) % rows) - 1);
  };
  const onPaste = (event: ClipboardEvent) => {
    const line = pasted.take(event);
    if (line === null) return;
    setText(line);
    close();
  };
  const leave = () => {
    if (pasted.count > 0) pasted.forget();
    else if (isListShown) close();
    else input.current?.blur();
  };
  const enter = () => (pasted.count > 0 ? pasted.lookUpAll() : choose(active));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") leave();
    else if (event.key === "Enter") enter();
    else if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
  };

  return (
    <div className="lookup-box">
      {isBusy ? (
        <LoaderCircle size={16} className="lookup-icon spin" aria-hidden="true" />
      ) : (
        <Search size={16} className="lookup-icon" aria-hidden="true" />
      )}
      <input
        ref={input}
        className="lookup-input"
        type="text"
        role="combobox"
        aria-label={lookup.label}
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-activedescendant={isListShown ? optionId(listId, active) : undefined}
        aria-autocomplete="list"
        placeholder={lookup.placeholder}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={({ currentTarget, relatedTarget }) => {
          close();
          // The offer's own button takes the focus before it is pressed.
          if (!currentTarget.parentElement?.contains(relatedTarget)) pasted.forget();
        }}
      />
      {text === "" ? (
        <Keys keys="Mod K" />
      ) : (
        <IconButton
          label={common.clear}
          className="icon-button-small"
          onClick={() => {
            edit("");
            close();
            input.current?.focus();
          }}
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      )}
      <PastedOffer lines={pasted.count} onAccept={pasted.lookUpAll} />
      {isListShown && (
        <SuggestionList
          id={listId}
          text={text.trim()}
          products={products}
          active={active}
          onChoose={choose}
        />
      )}
    </div>
  );
}

/** The words of the search page; on a product's page what found it stays; elsewhere nothing is being looked up. */
function textOfRoute(route: Route): string | null {
  if (route.view === "search") return route.query;
  return route.view === "product" ? null : "";
}

function useTextOfRoute() {
  const route = useRoute();
  const query = textOfRoute(route);
  const [text, setText] = useState(query ?? "");
  useEffect(() => {
    if (query !== null) setText(query);
  }, [query]);
  return [text, setText] as const;
}
