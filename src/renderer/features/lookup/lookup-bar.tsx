import { LoaderCircle, Search, X } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Product } from "../../../shared/contract/product.js";
import { linkOf } from "../../../shared/links-in.js";
import { Button, IconButton } from "../../components/button.js";
import { Keys } from "../../components/keys.js";
import { ErrorNote } from "../../components/states.js";
import { formatPlural } from "../../lib/format.js";
import { kindOfText } from "../../lib/identifier.js";
import { asksForCommands } from "../../lib/match-commands.js";
import { pastedLines } from "../../lib/pasted-lines.js";
import { texts } from "../../lib/texts.js";
import { typingPauseMs } from "../../lib/throttle.js";
import { focusFirstRow } from "../../lib/use-row-keys.js";
import { addAll } from "../../stores/adding/links.js";
import { ask } from "../../stores/call-engine.js";
import { allCommands } from "../../stores/commands.js";
import {
  abandonLookup,
  dismissLookupFailure,
  lookUp,
  registerLookupBox,
  useLookup,
} from "../../stores/lookup.js";
import { type Route, useRoute } from "../../stores/navigation.js";
import { notify } from "../../stores/notices.js";
import { openProduct, useProducts } from "../../stores/products.js";
import { type BoxOption, boxOptions, optionKey } from "./box-options.js";
import { optionId, SuggestionList } from "./suggestion-list.js";
import "./lookup.css";

export function LookupBar() {
  return (
    <search className="lookup grow">
      <LookupBox />
      <LookupFailure />
    </search>
  );
}

/** Shows a failed look-up right under the box. */
function LookupFailure() {
  const failure = useLookup((state) => state.failure);
  if (!failure) return null;
  return (
    <div className="lookup-failure">
      <ErrorNote error={failure.error} onRetry={() => void lookUp(failure.text)} />
      <IconButton label={texts().common.dismiss} onClick={dismissLookupFailure} icon={X} />
    </div>
  );
}

/** One box for links, barcodes, ASINs, model numbers, words and commands. */
function LookupBox() {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isBusy = useLookup((state) => state.isBusy);
  const [text, setText] = useTextOfRoute();
  const [isOpen, setOpen] = useState(false);
  // The key of the option that the arrow keys have selected, because options may arrive above it; null while Enter
  // takes the first.
  const [moved, setMoved] = useState<string | null>(null);
  const pasted = usePastedLines();
  const options = useBoxOptions(text, isOpen);
  const isListShown = isOpen && options.length > 0;
  const movedTo = moved === null ? -1 : options.findIndex((option) => optionKey(option) === moved);
  const active = movedTo >= 0 ? movedTo : text.trim() === "" ? -1 : 0;
  const { commands, common, lookup } = texts();

  const edit = (value: string) => {
    setText(value);
    pasted.forget();
    setMoved(null);
    setOpen(true);
    if (isBusy) abandonLookup();
  };
  const close = () => {
    setOpen(false);
    setMoved(null);
  };
  const choose = (option: BoxOption | undefined) => {
    if (option === undefined && asksForCommands(text)) {
      if (isOpen) notify({ topic: "command", text: commands.none });
      return setOpen(true);
    }
    close();
    // A command leaves no text behind; searched words stay on the page of their results.
    if (option?.kind === "command" || option?.kind === "link") setText("");
    carryOut(option ?? { kind: "look-up", text });
  };
  const move = (event: KeyboardEvent, step: number) => {
    event.preventDefault();
    if (!isListShown) return step > 0 ? focusFirstRow() : undefined;
    const next = options[(active + step + options.length) % options.length];
    setMoved(next ? optionKey(next) : null);
  };
  /** Returns whether the box takes several lines, or only a part of a text. */
  const takeLines = (text: string): boolean => {
    const line = pasted.take(text);
    if (line === null) return false;
    setText(line);
    close();
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    if (takeLines(event.clipboardData.getData("text"))) event.preventDefault();
  };
  const focus = useEffectEvent((text?: string) => {
    input.current?.focus();
    // A dialog keeps the focus.
    const isFocused = document.activeElement === input.current;
    if (!isFocused || text === undefined) {
      input.current?.select();
      setOpen(isFocused);
    } else if (!takeLines(text)) edit(text.trim());
  });
  useEffect(() => registerLookupBox((text) => focus(text)), []);
  const addPasted = () => {
    setText("");
    pasted.add();
  };
  const leave = () => {
    if (pasted.lines.length > 0) pasted.forget();
    else if (isListShown) close();
    else {
      if (asksForCommands(text)) setText("");
      input.current?.blur();
    }
  };
  const enter = () =>
    pasted.lines.length > 0 ? addPasted() : choose(isListShown ? options[active] : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") leave();
    else if (event.key === "Enter") enter();
    else if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
  };

  return (
    <div className="lookup-box line">
      {isBusy ? (
        <LoaderCircle size={16} className="fixed quiet spin" />
      ) : (
        <Search size={16} className="fixed quiet" />
      )}
      <input
        ref={input}
        className="lookup-input grow"
        type="text"
        role="combobox"
        aria-label={lookup.label}
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-activedescendant={isListShown && active >= 0 ? optionId(listId, active) : undefined}
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
          // Mouse-down would focus the offer's own button before the click.
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
      <PastedOffer lines={pasted.lines} onAccept={addPasted} />
      {isListShown && <SuggestionList id={listId} options={options} active={active} onChoose={choose} />}
    </div>
  );
}

function carryOut(option: BoxOption): void {
  if (option.kind === "product") openProduct(option.product);
  else if (option.kind === "command") option.command.run();
  else void lookUp(option.text);
}

function useBoxOptions(text: string, isOpen: boolean): readonly BoxOption[] {
  const products = useSuggestions(text, isOpen);
  const recent = useProducts((state) => state.recent);
  return useMemo(
    () =>
      isOpen
        ? boxOptions(text, {
            products,
            recent,
            commands: allCommands(),
          })
        : [],
    [text, isOpen, products, recent],
  );
}

/** Shows the words of the search page, and keeps the text that found a product; empty elsewhere. */
function textOfRoute(route: Route): string | null {
  if (route.view === "search") return route.query;
  return route.view === "product" && route.from === "search" ? null : "";
}

function useTextOfRoute() {
  const route = useRoute();
  const query = textOfRoute(route);
  const [text, setText] = useState(query ?? "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: words that were typed and left belong to the page before
  useEffect(() => {
    if (query !== null) setText(query);
  }, [query, route]);
  return [text, setText] as const;
}

/** Words that are found nowhere may only be unfinished. */
const misspeltMs = 300;
const minLetters = 2;
const maxSuggestions = 5;

const none: readonly Product[] = [];

function isWorthAsking(words: string): boolean {
  return words.length >= minLetters && kindOfText(words) === "words";
}

/**
 * Products for the typed words, or for what they were probably meant to be. Links, barcodes and ASINs are looked up on Enter only. The previous suggestions stay
 * until new ones arrive, so that the list does not flicker.
 */
function useSuggestions(text: string, isOpen: boolean): readonly Product[] {
  const words = text.trim().toLowerCase();
  const isAsking = isOpen && isWorthAsking(words);
  const [products, setProducts] = useState(none);
  useEffect(() => {
    if (!isAsking) return setProducts(none);
    let isStale = false;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const suggest = async (q: string, otherwise?: () => void) => {
      const result = await ask("products.search", { q, limit: maxSuggestions, local_only: true });
      if (isStale) return;
      const found = result.ok ? result.data.data : none;
      setProducts(found);
      if (found.length === 0 && otherwise) timers.push(setTimeout(otherwise, misspeltMs));
    };
    const correct = async () => {
      const corrected = await ask("products.spelling", { q: words });
      if (!isStale && corrected.ok && corrected.data.words !== null) await suggest(corrected.data.words);
    };
    timers.push(setTimeout(() => void suggest(words, () => void correct()), typingPauseMs));
    return () => {
      isStale = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [words, isAsking]);
  return isAsking ? products : none;
}

interface PastedOfferProps {
  readonly lines: readonly string[];
  readonly onAccept: () => void;
}

/** Offers to add several pasted lines together. */
function PastedOffer({ lines, onAccept }: PastedOfferProps) {
  const isAllLinks = lines.every((line) => linkOf(line) !== null);
  return (
    <div role="status">
      {lines.length > 1 && (
        <div className="pasted-offer line">
          <p className="grow">
            {texts().lookup.pasted(formatPlural(isAllLinks ? "link" : "line", lines.length))}
          </p>
          <Button variant="primary" onClick={onAccept}>
            {texts().lookup.addAll}
          </Button>
          <Keys keys="Enter" />
        </div>
      )}
    </div>
  );
}

/** Several lines pasted into the single-line box, until they are added or the text is edited. */
function usePastedLines() {
  const [lines, setLines] = useState<readonly string[]>([]);
  /** The text for the box; null for a single link, number or name, which the box inserts itself. */
  const take = (text: string): string | null => {
    const pasted = pastedLines(text);
    if (pasted.length < 2 && (pasted[0] ?? "") === text.trim()) return null;
    setLines(pasted.length < 2 ? [] : pasted);
    return pasted.join(" ");
  };
  const forget = () => setLines([]);
  const add = () => {
    addAll(lines);
    forget();
  };
  return { lines, take, forget, add } as const;
}
