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
import { useState } from "react";
import type { HistoryEdit } from "../../../shared/app/manual-edits.js";
import type { OfferTerms } from "../../../shared/app/pages.js";
import type { Offer } from "../../../shared/contract/offer.js";
import type { Product } from "../../../shared/contract/product.js";
import { ActionMenu } from "../../components/action-menu.js";
import { IconButton } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import type { MenuGroups } from "../../components/menu-items.js";
import { SameProduct } from "../../components/merge-dialog.js";
import { Approximate } from "../../components/price.js";
import { Section } from "../../components/section.js";
import { ShopIcon, ShopName } from "../../components/shop-name.js";
import { Skeleton } from "../../components/skeleton.js";
import { Tag } from "../../components/tag.js";
import { findBestOffer, findCheaperUsed, isNew } from "../../lib/best-offer.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { currencyName } from "../../lib/currencies.js";
import { formatAge, formatDateTime, formatMoney } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { acceptPrice, correctPrice, removeShop, splitOff } from "../../stores/hand-edits.js";
import { AlsoAt } from "./also-at.js";
import { AnotherShop, JoiningShops } from "./another-shop.js";
import { type EditedPoint, EditPointDialog, isEntered, pointToEnter } from "./edit-point-dialog.js";
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
import { ShopNameDialog } from "./shop-name-dialog.js";
import { asPaid, OfferTermsNote, type Terms, type UnpricedPage, useTerms } from "./terms.js";
import type { OffersInCurrency, Prices } from "./use-prices.js";
import "./sections.css";

interface OffersSectionProps {
  readonly product: Product;
  readonly prices: Prices;
}

/** The offers of a product. The history section shows a failure, because one call brings both. */
export function OffersSection({ product, prices }: OffersSectionProps) {
  const { service: productKey, title } = product;
  const { currency, history, statistics, others } = prices;
  const { offers } = history;
  const { offers: said } = texts();
  const terms = useTerms(productKey);
  if (!offers) {
    if (history.error) return null;
    return (
      <Section title={said.title}>
        <div role="status" aria-label={said.loading}>
          <Skeleton height={216} />
        </div>
      </Section>
    );
  }
  const shown = { currency, offers, current: statistics.data?.current ?? null };
  const groups = [shown, ...others];
  const shops = new Set(groups.flatMap((group) => group.offers.map(({ retailer }) => retailer)));
  return (
    <Section title={said.title} flush actions={<AnotherShop productKey={productKey} />}>
      <JoiningShops productKey={productKey} />
      {offers.length === 0 && terms.unpriced.length === 0 ? (
        <EmptyState icon={<Store size={22} />} title={said.none}>
          <p>{said.nobodySells}</p>
        </EmptyState>
      ) : (
        <OffersTable productKey={productKey} groups={groups} terms={terms} />
      )}
      <AlsoAt productKey={productKey} shops={shops.size} />
      <SameProduct productKey={productKey} title={title} />
    </Section>
  );
}

interface OffersTableProps {
  readonly productKey: string;
  /** The shown currency first. */
  readonly groups: readonly OffersInCurrency[];
  readonly terms: Terms;
}

function OffersTable({ productKey, groups, terms }: OffersTableProps) {
  const [order, setOrder] = useState<OfferOrder>(cheapestFirst);
  const edits = useAnswer("history.edits", { product_key: productKey }).data?.edits ?? [];
  const [editedPoint, setEditedPoint] = useState<EditedPoint | null>(null);
  const nowMs = useNow();
  const { offers: said, rules, history } = texts();
  const head = { order, onOrder: (by: OfferOrder["by"]) => setOrder((now) => nextOrder(now, by)) };
  const all = groups.flatMap(({ offers }) => offers);
  const isOnly = all.length + terms.unpriced.length === 1;
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
          <OfferGroup
            key={group.currency}
            group={group}
            isOther={index > 0}
            order={order}
            productKey={productKey}
            terms={terms}
            edits={edits}
            isOnly={isOnly}
            nowMs={nowMs}
            onEditPrice={setEditedPoint}
          />
        ))}
        <tbody>
          {terms.unpriced.map((page) => (
            <UnpricedRow key={page.id} productKey={productKey} page={page} isOnly={isOnly} />
          ))}
        </tbody>
      </table>
      {editedPoint && (
        <EditPointDialog
          point={editedPoint}
          offers={all.map(({ id, retailer, currency }) => ({ id, label: shopName(retailer), currency }))}
          onClose={() => setEditedPoint(null)}
        />
      )}
    </div>
  );
}

interface OfferGroupProps
  extends Pick<OfferRowProps, "productKey" | "terms" | "isOnly" | "nowMs" | "onEditPrice"> {
  readonly group: OffersInCurrency;
  /** Of another currency than the page. */
  readonly isOther: boolean;
  readonly order: OfferOrder;
  readonly edits: readonly HistoryEdit[];
}

/** The offers in one currency, compared with each other only. */
function OfferGroup({ group, isOther, order, edits, ...row }: OfferGroupProps) {
  const { currency, offers, current } = group;
  const { offers: said, product } = texts();
  const paid = asPaid(offers, row.terms);
  const best = findBestOffer(paid, current);
  const bestWord = best && findCheaperUsed(paid, best) ? said.bestNew : product.bestPrice;
  const name = said.inCurrency(currencyName(currency));
  return (
    <tbody aria-label={isOther ? name : undefined}>
      {isOther && (
        <tr className="offers-other">
          <th scope="rowgroup" colSpan={6}>
            {name}
          </th>
        </tr>
      )}
      {sortRows(paid, order).map((each) => {
        const offer = offers.find(({ id }) => id === each.id) ?? each;
        return (
          <OfferRow
            key={offer.id}
            {...row}
            offer={offer}
            paid={each.price}
            difference={differenceTo(best, each)}
            bestWord={offer.id === best?.id && offers.length > 1 ? bestWord : null}
            isEntered={isEntered(offer, edits)}
          />
        );
      })}
    </tbody>
  );
}

interface UnpricedRowProps {
  readonly productKey: string;
  readonly page: UnpricedPage;
  readonly isOnly: boolean;
}

/** A shop whose page has shown no price yet, because it is sold out. */
function UnpricedRow({ productKey, page, isOnly }: UnpricedRowProps) {
  const stock = <Stock availability="out" isGone={false} />;
  return (
    <tr className="is-sold-out">
      <th scope="row">
        <span className="offer-shop">
          <ShopIcon host={page.retailer} />
          <span className="offer-names">
            <span className="offer-name line wraps">
              <ShopName host={page.retailer} />
            </span>
            <span className="offer-folded offer-folded-stock">{stock}</span>
          </span>
        </span>
      </th>
      <td className="is-number quiet">{texts().offers.noPriceYet}</td>
      <td />
      <td>{stock}</td>
      <td />
      <OfferActions page={page} groups={[linksOf(page), groupingOf(productKey, page, isOnly)]} />
    </tr>
  );
}

interface OfferActionsProps {
  readonly page: UnpricedPage;
  readonly groups: MenuGroups;
}

function OfferActions({ page, groups }: OfferActionsProps) {
  const [isNaming, setNaming] = useState(false);
  const { offers: said, shops } = texts();
  const { retailer } = page;
  const name = { label: shops.rename, Icon: Store, run: () => setNaming(true) };
  const [links = [], ...others] = groups;
  return (
    <td className="is-action">
      {canBeOpened(page) && (
        <IconButton
          label={said.openInBrowser(shopName(retailer))}
          onClick={() => void bridge().invoke("shell:open-external", page.URL)}
        >
          <ExternalLink size={15} aria-hidden="true" />
        </IconButton>
      )}
      <ActionMenu label={said.more(shopName(retailer))} groups={[[...links, name], ...others]} />
      {isNaming && <ShopNameDialog host={retailer} onClose={() => setNaming(false)} />}
    </td>
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
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}

interface OfferRowProps {
  readonly productKey: string;
  readonly offer: Offer;
  /** What the shopper pays. */
  readonly paid: number;
  /** To the best offer. */
  readonly difference: string;
  /** Marks the best offer if there are others. */
  readonly bestWord: string | null;
  readonly terms: Terms;
  /** Whether the user entered the price. */
  readonly isEntered: boolean;
  readonly isOnly: boolean;
  readonly nowMs: number;
  readonly onEditPrice: (point: EditedPoint) => void;
}

function OfferRow(props: OfferRowProps) {
  const { productKey, offer, paid, difference, bestWord, terms, isEntered, isOnly, nowMs, onEditPrice } =
    props;
  const { offers: said } = texts();
  const isTracked = terms.urls.includes(offer.URL);
  const { ordering } = terms.of(offer);
  const held = terms.heldPrice(offer);
  const isGone = terms.isGone(offer);
  return (
    <tr className={classNames(offer.availability === "out" && "is-sold-out")}>
      <th scope="row">
        <span className="offer-shop">
          <ShopIcon host={offer.retailer} />
          <span className="offer-names">
            <span className="offer-name line wraps">
              <ShopName host={offer.retailer} />
              {bestWord && <Tag tone="accent">{bestWord}</Tag>}
              {!isNew(offer) && <Tag>{conditionOf(offer)}</Tag>}
            </span>
            <Folded offer={offer} ordering={ordering} isGone={isGone} nowMs={nowMs} />
          </span>
        </span>
      </th>
      <td className="is-number">
        <span className="is-strong">{formatMoney(paid, offer.currency)}</span>
        <span className="offer-terms">
          <Approximate amount={paid} currency={offer.currency} />
        </span>
        {isEntered && <span className="offer-terms quiet">{said.entered}</span>}
        <OfferTermsNote offer={offer} terms={terms} />
        {held !== null && (
          <span className="offer-terms is-held">
            {(terms.isCorrected(offer) ? said.stillReads : said.heldShort)(formatMoney(held, offer.currency))}
          </span>
        )}
      </td>
      <td className={classNames("is-number", difference.startsWith("−") ? "good" : "quiet")}>{difference}</td>
      <td>
        <Stock availability={offer.availability} ordering={ordering} isGone={isGone} />
      </td>
      <td title={formatDateTime(offer.timestamp)}>{formatAge(offer.timestamp, nowMs)}</td>
      <OfferActions
        page={offer}
        groups={offerMenu({ productKey, offer, isTracked, isEntered, isOnly, held, onEditPrice })}
      />
    </tr>
  );
}

/** The host of a shop with a name, the seller, and columns that have no room of their own. */
function Folded({
  offer,
  ordering,
  isGone,
  nowMs,
}: Pick<OfferRowProps, "offer" | "nowMs"> & Pick<StockProps, "ordering" | "isGone">) {
  const host = shopName(offer.retailer) === offer.retailer ? "" : offer.retailer;
  const seller = [host, sellerOf(offer)].filter(Boolean).join(" · ");
  return (
    <span className="offer-about quiet">
      {seller}
      <span className="offer-folded">
        {seller !== "" && " · "}
        <span className="offer-folded-stock">
          <Stock availability={offer.availability} ordering={ordering} isGone={isGone} /> ·{" "}
        </span>
        {formatAge(offer.timestamp, nowMs)}
      </span>
    </span>
  );
}

type StockProps = Pick<Offer, "availability"> & Pick<OfferTerms, "ordering"> & { readonly isGone: boolean };

function Stock({ availability, ordering, isGone }: StockProps) {
  const { offers: said, history } = texts();
  if (isGone) return <span className="stock warn">{said.gone}</span>;
  if (availability === "in" && ordering) return <span className="stock">{said.ordering[ordering]}</span>;
  if (availability === "in") return <span className="stock good">{history.inStock}</span>;
  if (availability === "out") return <span className="stock warn">{history.outOfStock}</span>;
  return <span className="quiet">{said.notKnown}</span>;
}

interface OfferMenu {
  readonly productKey: string;
  readonly offer: Offer;
  /** Whether Tidemark reads the shop's page itself. */
  readonly isTracked: boolean;
  readonly isEntered: boolean;
  /** A product's only offer cannot be split off. */
  readonly isOnly: boolean;
  /** A price on the page that waits for a second check. */
  readonly held: number | null;
  readonly onEditPrice: (point: EditedPoint) => void;
}

function linksOf({ URL: url }: UnpricedPage): MenuGroups[number] {
  const { offers } = texts();
  const open = {
    label: offers.open,
    Icon: ExternalLink,
    run: () => void bridge().invoke("shell:open-external", url),
  };
  const copy = {
    label: offers.copyLink,
    Icon: Copy,
    run: () => void bridge().invoke("shell:copy-text", url),
  };
  return canBeOpened({ URL: url }) ? [open, copy] : [copy];
}

function groupingOf(productKey: string, page: UnpricedPage, isOnly: boolean): MenuGroups[number] {
  const { offers } = texts();
  const split = { label: offers.splitOff, Icon: Split, run: () => void splitOff(productKey, page) };
  const remove = {
    label: offers.removeShop,
    Icon: Trash2,
    isDangerous: true,
    run: () => void removeShop(productKey, page),
  };
  return isOnly ? [] : [split, remove];
}

/** The actions for an offer. */
function offerMenu(menu: OfferMenu): MenuGroups {
  const { productKey, offer, isTracked, isEntered, isOnly, held, onEditPrice } = menu;
  const { offers } = texts();
  const editPrice = () => onEditPrice(pointToEnter(offer, isEntered));
  const correct = {
    label: offers.wrongPrice,
    Icon: MousePointerClick,
    run: () => void correctPrice(offer, editPrice),
  };
  const edit = {
    label: isEntered ? offers.correctEntered : offers.enterPrice,
    Icon: Pencil,
    run: editPrice,
  };
  const accept = held !== null && {
    label: offers.acceptPrice(formatMoney(held, offer.currency)),
    Icon: Check,
    run: () => void acceptPrice(offer.id),
  };
  return [
    linksOf(offer),
    [...(accept ? [accept] : []), ...(isTracked ? [correct] : []), edit],
    groupingOf(productKey, offer, isOnly),
  ];
}
