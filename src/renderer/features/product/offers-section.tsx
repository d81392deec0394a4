import {
  ArrowDown,
  ArrowUp,
  Check,
  Copy,
  ExternalLink,
  MousePointerClick,
  Pencil,
  Split,
  Store,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OfferTerms } from "../../../shared/app/pages.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { ActionMenu } from "../../components/action-menu.js";
import { IconButton } from "../../components/button.js";
import type { MenuAction, MenuGroups } from "../../components/menu-items.js";
import { SameProduct } from "../../components/merge-dialog.js";
import { Approximate } from "../../components/price.js";
import { Section } from "../../components/section.js";
import { ShopIcon, ShopName } from "../../components/shop-name.js";
import { EmptyState, Loading } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { findBestOffer, findCheaperUsed, isNew } from "../../lib/best-offer.js";
import { bridge, openPage } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { currencyName } from "../../lib/currencies.js";
import { formatAge, formatDateTime, formatMoney } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { acceptPrice, correctPrice, removeShop, splitOff } from "../../stores/hand-edits.js";
import { AlsoAt, AnotherShop, JoiningShops } from "./also-at.js";
import {
  canBeOpened,
  cheapestFirst,
  conditionOf,
  differenceTo,
  nextOrder,
  type OfferOrder,
  type OfferSort,
  sellerOf,
  sortRows,
} from "./offers.js";
import { checkedAt, type ProductPage, pointToEnter, usePage } from "./page.js";
import { ShopNameDialog } from "./shop-name-dialog.js";
import { asPaid, type UnpricedPage } from "./terms.js";
import { OfferTermsNote } from "./terms-notes.js";
import type { OffersInCurrency } from "./use-prices.js";
import "./sections.css";

/** The offers of a product. The history section shows a failure, because one call brings both. */
export function OffersSection() {
  const { product, productKey, prices, terms } = usePage();
  const { currency, history, statistics, others } = prices;
  const { offers } = history;
  const { offers: said } = texts();
  if (!offers) {
    if (history.error) return null;
    return (
      <Section title={said.title}>
        <Loading label={said.loading} height={216} />
      </Section>
    );
  }
  const groups = [{ currency, offers, current: statistics.data?.current ?? null }, ...others];
  const shops = new Set(groups.flatMap((group) => group.offers.map(({ retailer }) => retailer)));
  return (
    <Section title={said.title} flush actions={<AnotherShop />}>
      <JoiningShops />
      {offers.length === 0 && terms.unpriced.length === 0 ? (
        <EmptyState icon={Store} title={said.none} text={said.nobodySells} />
      ) : (
        <OffersTable groups={groups} />
      )}
      <AlsoAt shops={shops.size} />
      <SameProduct productKey={productKey} title={product.title} />
    </Section>
  );
}

/** The offers of each currency, the shown one first. */
function OffersTable({ groups }: { readonly groups: readonly OffersInCurrency[] }) {
  const [order, setOrder] = useState<OfferOrder>(cheapestFirst);
  const { unpriced } = usePage().terms;
  const { offers: said, rules, history } = texts();
  const head = { order, onOrder: (by: OfferOrder["by"]) => setOrder((now) => nextOrder(now, by)) };
  const isOnly = groups.flatMap(({ offers }) => offers).length + unpriced.length === 1;
  return (
    <div className="table-scroller">
      <table className="table offers-table" aria-label={said.title}>
        <thead>
          <tr>
            <SortHead by="retailer" name={rules.shop} {...head} />
            <SortHead by="price" name={history.price} {...head} isNumber />
            <th scope="col" className="is-number">
              {said.toBest}
            </th>
            <th scope="col">{history.availability}</th>
            <SortHead by="seen" name={said.seen} {...head} />
            <th scope="col">
              <span className="visually-hidden">{said.actions}</span>
            </th>
          </tr>
        </thead>
        {groups.map((group, index) => (
          <OfferGroup key={group.currency} {...{ group, order, isOnly }} isOther={index > 0} />
        ))}
        <tbody>
          {unpriced.map((page) => (
            <UnpricedRow key={page.id} page={page} isOnly={isOnly} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  readonly by: OfferSort;
  readonly name: string;
  readonly order: OfferOrder;
  readonly onOrder: (by: OfferSort) => void;
  readonly isNumber?: boolean;
}

/** A column head that sorts by its column. */
function SortHead({ by, name, order, onOrder, isNumber = false }: SortHeadProps) {
  const isSorted = order.by === by;
  const Arrow = order.isUp ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={classNames(isNumber && "is-number")}
      aria-sort={isSorted ? (order.isUp ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        className={classNames("sort-head", isSorted && "is-sorted")}
        title={texts().offers.sortBy(name)}
        onClick={() => onOrder(by)}
      >
        {name}
        {isSorted && <Arrow size={12} />}
      </button>
    </th>
  );
}

interface OfferGroupProps {
  readonly group: OffersInCurrency;
  /** Of another currency than the page. */
  readonly isOther: boolean;
  readonly order: OfferOrder;
  readonly isOnly: boolean;
}

/** The offers in one currency, compared with each other only. */
function OfferGroup({ group: { currency, offers, current }, isOther, order, isOnly }: OfferGroupProps) {
  const { offers: said, product } = texts();
  const page = usePage();
  const paid = asPaid(offers, page.terms).map((offer) => ({
    ...offer,
    timestamp: checkedAt(page, offer) ?? offer.timestamp,
  }));
  const best = findBestOffer(paid, current);
  const bestWord = best && findCheaperUsed(paid, best) ? said.bestNew : product.bestPrice;
  const name = said.inCurrency(currencyName(currency));
  return (
    <tbody aria-label={isOther ? name : undefined}>
      {isOther && (
        <tr className="offers-other">
          <th scope="rowgroup" colSpan={6} className="small quiet">
            {name}
          </th>
        </tr>
      )}
      {sortRows(paid, order).map((each) => (
        <OfferRow
          key={each.id}
          offer={offers.find(({ id }) => id === each.id) ?? each}
          paid={each.price}
          seenAt={each.timestamp}
          difference={differenceTo(best, each)}
          bestWord={each.id === best?.id && offers.length > 1 ? bestWord : null}
          isOnly={isOnly}
        />
      ))}
    </tbody>
  );
}

interface OfferRowProps {
  readonly offer: Offer;
  /** What the shopper pays. */
  readonly paid: number;
  readonly seenAt: string;
  /** To the best offer. */
  readonly difference: string;
  /** Marks the best offer if there are others. */
  readonly bestWord: string | null;
  /** A product's only offer cannot be split off. */
  readonly isOnly: boolean;
}

function OfferRow({ offer, paid, seenAt, difference, bestWord, isOnly }: OfferRowProps) {
  const page = usePage();
  const { terms } = page;
  const { retailer, currency, availability } = offer;
  const { offers: said } = texts();
  const age = formatAge(seenAt, useNow());
  const held = terms.pageOf(offer)?.held_price ?? null;
  const stock = (
    <Stock availability={availability} ordering={terms.of(offer).ordering} isGone={terms.isGone(offer)} />
  );
  const host = shopName(retailer) === retailer ? "" : retailer;
  const seller = [host, sellerOf(offer)].filter(Boolean).join(" · ");
  return (
    <tr className={classNames(availability === "out" && "is-sold-out")}>
      <ShopCell
        retailer={retailer}
        tags={
          <>
            {bestWord && <Tag tone="accent">{bestWord}</Tag>}
            {!isNew(offer) && <Tag>{conditionOf(offer)}</Tag>}
          </>
        }
      >
        <span className="offer-about small plain quiet">
          {seller}
          <span className="offer-folded">
            {seller !== "" && " · "}
            <span className="offer-folded-stock">{stock} · </span>
            {age}
          </span>
        </span>
      </ShopCell>
      <td className="is-number">
        <span className="is-strong">{formatMoney(paid, currency)}</span>
        <span className="offer-terms small">
          <Approximate amount={paid} currency={currency} />
        </span>
        {page.isEntered(offer) && <span className="offer-terms small quiet">{said.entered}</span>}
        <OfferTermsNote offer={offer} />
        {held !== null && (
          <span className="offer-terms is-held">
            {(terms.pageOf(offer)?.is_corrected ? said.stillReads : said.heldShort)(
              formatMoney(held, currency),
            )}
          </span>
        )}
      </td>
      <td className={classNames("is-number", difference.startsWith("−") ? "good" : "quiet")}>{difference}</td>
      <td>{stock}</td>
      <td title={formatDateTime(seenAt)}>{age}</td>
      <ActionsCell page={offer} isOnly={isOnly} prices={priceActions(page, offer, held)} />
    </tr>
  );
}

interface UnpricedRowProps {
  readonly page: UnpricedPage;
  readonly isOnly: boolean;
}

/** A shop whose page has shown no price yet, because it is sold out. */
function UnpricedRow({ page, isOnly }: UnpricedRowProps) {
  const stock = <Stock availability="out" isGone={false} />;
  return (
    <tr className="is-sold-out">
      <ShopCell retailer={page.retailer}>
        <span className="offer-folded offer-folded-stock">{stock}</span>
      </ShopCell>
      <td className="is-number quiet">{texts().offers.noPriceYet}</td>
      <td />
      <td>{stock}</td>
      <td />
      <ActionsCell page={page} isOnly={isOnly} prices={[]} />
    </tr>
  );
}

interface ShopCellProps {
  readonly retailer: string;
  readonly tags?: ReactNode;
  /** The host of a shop with a name, the seller, and columns that have no room of their own. */
  readonly children: ReactNode;
}

function ShopCell({ retailer, tags, children }: ShopCellProps) {
  return (
    <th scope="row">
      <span className="line">
        <ShopIcon host={retailer} />
        <span className="stack gap-0 shrinks">
          <span className="offer-name breaks line wraps">
            <ShopName host={retailer} />
            {tags}
          </span>
          {children}
        </span>
      </span>
    </th>
  );
}

type StockProps = Pick<Offer, "availability"> & Pick<OfferTerms, "ordering"> & { readonly isGone: boolean };

function Stock({ availability, ordering, isGone }: StockProps) {
  const { offers: said, history } = texts();
  if (isGone) return <span className="stock warn">{said.gone}</span>;
  if (availability === "in" && ordering) return <span className="stock">{said.ordering[ordering]}</span>;
  if (availability === "in") return <span className="stock good">{history.inStock}</span>;
  if (availability === "out") return <span className="stock warn">{history.outOfStock}</span>;
  return <span className="quiet">{said.unclear}</span>;
}

interface ActionsCellProps extends UnpricedRowProps {
  /** The actions on its price. */
  readonly prices: MenuGroups[number];
}

/** The actions for an offer. */
function ActionsCell({ page, isOnly, prices }: ActionsCellProps) {
  const [isNaming, setNaming] = useState(false);
  const { productKey } = usePage();
  const { offers: said, shops } = texts();
  const { retailer, URL: url } = page;
  const open = () => openPage(url);
  const copy = () => void bridge().invoke("shell:copy-text", url);
  const split = () => void splitOff(productKey, page);
  const remove = () => void removeShop(productKey, page);
  const groups: MenuGroups = [
    [
      ...(canBeOpened(page) ? [{ label: said.open, Icon: ExternalLink, run: open }] : []),
      { label: said.copyLink, Icon: Copy, run: copy },
      { label: shops.rename, Icon: Store, run: () => setNaming(true) },
    ],
    prices,
    isOnly
      ? []
      : [
          { label: said.splitOff, Icon: Split, run: split },
          { label: said.removeShop, Icon: Trash2, isDangerous: true, run: remove },
        ],
  ];
  return (
    <td className="is-action">
      {canBeOpened(page) && (
        <IconButton label={said.openInBrowser(shopName(retailer))} icon={ExternalLink} onClick={open} />
      )}
      <ActionMenu label={said.more(shopName(retailer))} groups={groups} />
      {isNaming && <ShopNameDialog host={retailer} onClose={() => setNaming(false)} />}
    </td>
  );
}

/** `held` is a price on the page that waits for a second check; null without one. */
function priceActions(page: ProductPage, offer: Offer, held: number | null): MenuAction[] {
  const { offers } = texts();
  const enter = () => page.edit(pointToEnter(page, offer));
  const accept = held !== null && {
    label: offers.acceptPrice(formatMoney(held, offer.currency)),
    Icon: Check,
    run: () => void acceptPrice(offer.id),
  };
  const correct = page.terms.urls.includes(offer.URL) && {
    label: offers.wrongPrice,
    Icon: MousePointerClick,
    run: () => void correctPrice(offer, enter),
  };
  const label = page.isEntered(offer) ? offers.correctEntered : offers.enterPrice;
  return [accept || [], correct || [], { label, Icon: Pencil, run: enter }].flat();
}
