import { Plus } from "lucide-react";
import { useState } from "react";
import type { FoundShop } from "../../../shared/app/shop-search.js";
import type { OperationResult } from "../../../shared/calls.js";
import { linkOf } from "../../../shared/links-in.js";
import { AddCard } from "../../components/adding/add-card.js";
import { Button } from "../../components/button.js";
import { LineForm } from "../../components/fields.js";
import { ShopName } from "../../components/shop-name.js";
import { ErrorNote } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { openPage } from "../../lib/bridge.js";
import { formatPrice } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { isUnderWay, useAdding } from "../../stores/adding/entries.js";
import { addShop } from "../../stores/adding/links.js";
import { useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { useReader } from "../../stores/language.js";
import { go } from "../../stores/navigation.js";
import { settingsHere } from "../../stores/settings.js";
import { canBeOpened } from "./offers.js";
import { usePage } from "./page.js";
import "./sections.css";

/**
 * The ways to find a product's other shops: the shopper's own search engine, or, for a product of one shop, searches that
 * open in the browser.
 */
export function AlsoAt({ shops }: { readonly shops: number }) {
  const { data } = useAnswer("shops.find", { product_key: usePage().productKey });
  if (!data || data.words === null) return null;
  if (data.engine !== null) return <OwnEngine key={data.engine} engine={data.engine} words={data.words} />;
  return shops > 1 ? null : <BrowserSearches words={data.words} />;
}

/** Searches by barcode or name; the last one is of the reader's country. */
function searchesFor(words: string, language: string): readonly (readonly [name: string, url: string])[] {
  const q = encodeURIComponent(words);
  return [
    ["DuckDuckGo", `https://duckduckgo.com/?q=${q}`],
    ["Google Shopping", `https://www.google.com/search?udm=28&q=${q}`],
    language === "de"
      ? ["idealo", `https://www.idealo.de/preisvergleich/MainSearchProductCategory.html?q=${q}`]
      : ["Bing Shopping", `https://www.bing.com/shop?q=${q}`],
  ];
}

function BrowserSearches({ words }: { readonly words: string }) {
  const { language } = useReader();
  const { alsoAt: said } = texts();
  return (
    <div className="section-foot line wraps">
      <span>
        {said.inBrowser} <span className="quiet">{said.told(words)}</span>
      </span>
      {searchesFor(words, language).map(([name, url]) => (
        <Button key={name} onClick={() => openPage(url)}>
          {name}
        </Button>
      ))}
      {settingsHere().includes("shops") && (
        <Button variant="quiet" onClick={() => go({ view: "settings", section: "shops" })}>
          {said.ownEngine}
        </Button>
      )}
    </div>
  );
}

function OwnEngine({ engine, words }: { readonly engine: string; readonly words: string }) {
  const { productKey } = usePage();
  const { isBusy, error, run } = useAct();
  const [search, setSearch] = useState<OperationResult<"shops.find"> | null>(null);
  const { alsoAt: said, common } = texts();
  const find = async () => {
    const result = await callOnce("shops.find", { product_key: productKey, search: true });
    setSearch(result.ok ? result.data : null);
    return result.ok ? null : result.error;
  };
  const accept = ({ url }: FoundShop) => {
    // Its card shows how far it is, and asks what is unclear.
    addShop(productKey, url);
    setSearch((now) => now && { ...now, found: now.found.filter((each) => each.url !== url) });
  };
  return (
    <div className="section-foot stack">
      <p className="line wraps">
        <span>
          {said.ask} <span className="quiet">{said.sends(engine, words)}</span>
        </span>
        <Button disabled={isBusy} onClick={() => void run(find)}>
          {common.search}
        </Button>
      </p>
      {search && search.found.length > 0 && (
        <ul className="stack" aria-label={said.found}>
          {search.found.map((shop) => (
            <Found key={shop.url} shop={shop} onAccept={() => accept(shop)} />
          ))}
        </ul>
      )}
      <div role="status">
        {isBusy && <p className="quiet">{said.searching}</p>}
        {search && !isBusy && (
          <p className="quiet">
            {search.found.length === 0 && said.none} {search.left_out > 0 && said.leftOut(search.left_out)}
          </p>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  );
}

function Found({ shop, onAccept }: { readonly shop: FoundShop; readonly onAccept: () => void }) {
  const { url, retailer, title, price, currency, match } = shop;
  const { alsoAt: said, common } = texts();
  return (
    <li className="also-at-shop line wraps">
      <span className="row-text">
        <span className="line wraps gap-1">
          <strong>{formatPrice(price, currency)}</strong> <ShopName host={retailer} />
          <Tag tone={match === "barcode" ? "good" : "plain"}>{said.matches[match]}</Tag>
          {shop.is_far_price && <Tag tone="warn">{said.farPrice}</Tag>}
          {shop.is_other_size && <Tag tone="warn">{said.otherSize}</Tag>}
        </span>
        <span className="quiet">{title}</span>
      </span>
      {canBeOpened({ URL: url }) && (
        <Button variant="quiet" aria-label={said.openOf(retailer)} onClick={() => openPage(url)}>
          {common.open}
        </Button>
      )}
      <Button aria-label={said.addOf(retailer)} onClick={onAccept}>
        {common.add}
      </Button>
    </li>
  );
}

/** The links for another shop that are being read, or wait for the shopper. */
export function JoiningShops() {
  const { productKey } = usePage();
  const entries = useAdding((state) => state.entries);
  const joining = entries.filter(({ said, state }) => said.into === productKey && state.kind !== "watched");
  if (joining.length === 0) return null;
  return (
    <ul className="joining-shops stack gap-3" aria-label={texts().adding.another}>
      {joining.map((entry) => (
        <li key={entry.id}>
          <AddCard entry={entry} isOnly={false} isAtProduct />
        </li>
      ))}
    </ul>
  );
}

/** A field for the link of the same product at another shop. */
export function AnotherShop() {
  const { productKey } = usePage();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const isBusy = useAdding(({ entries }) =>
    entries.some((entry) => entry.said.into === productKey && isUnderWay(entry)),
  );
  const { adding, common } = texts();
  const url = linkOf(text);
  if (!isOpen)
    return (
      <Button icon={Plus} onClick={() => setOpen(true)}>
        {adding.another}
      </Button>
    );
  const send = () => {
    if (url === null) return;
    addShop(productKey, url);
    setText("");
  };
  return (
    <LineForm
      className="another-shop"
      label={adding.anotherLink}
      maxLength={4_096}
      autoFocus
      value={text}
      onChange={setText}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      submit={isBusy ? adding.underWay : common.add}
      canSubmit={url !== null && !isBusy}
      onSubmit={send}
    />
  );
}
