import { Copy, ExternalLink, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { ScheduleOverview } from "../../../shared/app/alerts.js";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { Button, IconButton } from "../../components/button.js";
import { Approximate, Price } from "../../components/price.js";
import { hasMoved, PriceChange } from "../../components/price-change.js";
import { RuleDialog } from "../../components/rules/rule-dialog.js";
import { Skeleton } from "../../components/skeleton.js";
import { Tag } from "../../components/tag.js";
import { Tip } from "../../components/tip.js";
import { findBestOffer, findCheaperUsed } from "../../lib/best-offer.js";
import { bridge, isInBrowser } from "../../lib/bridge.js";
import { lastReadAt } from "../../lib/check-health.js";
import { currencyName } from "../../lib/currencies.js";
import { formatAge, formatDateTime, formatMoney } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { correctPrice } from "../../stores/hand-edits.js";
import { notify } from "../../stores/notices.js";
import { checkNow } from "../../stores/watched.js";
import { BuyButton } from "./bought.js";
import { type EditedPoint, EditPointDialog, isEntered, pointToEnter } from "./edit-point-dialog.js";
import { canBeOpened, conditionOf } from "./offers.js";
import {
  asPaid,
  CheapestListed,
  HeldPrice,
  PriceTerms,
  type Terms,
  type UnpricedPage,
  useTerms,
} from "./terms.js";
import type { History, Prices } from "./use-prices.js";

interface PriceBoxProps extends Pick<Prices, "history" | "statistics" | "elsewhere" | "currency"> {
  readonly productKey: string;
  /** A price at which the shopper wanted to buy it. */
  readonly worthBuying: { readonly price: number; readonly retailer: string } | null;
}

/** The best price, its age, and the link to the shop. */
export function PriceBox(props: PriceBoxProps) {
  const { productKey, history, statistics, elsewhere, currency, worthBuying } = props;
  const { offers, error, isLoading } = history;
  const shown = shownPrice(offers, statistics.data);
  const said = texts().product;
  const terms = useTerms(productKey);
  const used = shown && usedBeside(shown, history, terms);
  return (
    <section className="price-box" aria-label={said.bestPrice} aria-busy={offers === null && isLoading}>
      {shown ? (
        <Shown
          shown={shown}
          label={labelOf(shown, used, terms)}
          isElsewhere={elsewhere.length > 0}
          isGone={terms.isGone(shown)}
        />
      ) : (
        <NoPrice productKey={productKey} page={terms.unpriced[0]} isLoading={!offers && !error} />
      )}
      {shown?.offer && offers && <PriceTerms best={shown.offer} offers={offers} terms={terms} />}
      {shown?.offer && <CheapestListed offer={shown.offer} terms={terms} />}
      {shown?.offer && <HeldPrice offer={shown.offer} terms={terms} />}
      {shown && <WatchedOnlyAt productKey={productKey} shown={shown} />}
      {shown && <SinceAdded percent={statistics.data?.change_since_added ?? null} />}
      {shown && <Freshness productKey={productKey} shown={shown} />}
      <Links url={shown?.offer?.URL} />
      {worthBuying && <BuyButton {...{ productKey, currency }} best={worthBuying} />}
      {shown?.offer && <WrongPrice productKey={productKey} offer={shown.offer} terms={terms} />}
      {used && <UsedOffer productKey={productKey} offer={used} />}
    </section>
  );
}

interface NoPriceProps {
  readonly productKey: string;
  /** A page that has shown no price yet. */
  readonly page: UnpricedPage | undefined;
  readonly isLoading: boolean;
}

function NoPrice({ productKey, page, isLoading }: NoPriceProps) {
  const said = texts().product;
  if (isLoading)
    return (
      <>
        <Skeleton width={150} height={54} />
        <Skeleton width={170} />
      </>
    );
  return (
    <>
      <p className="price-box-none">{page ? said.soldOutEverywhere : said.nobodySells}</p>
      {page && <Freshness productKey={productKey} shown={null} />}
      <Links url={page?.URL} />
    </>
  );
}

/** The cheapest used or refurbished offer below the best new one, at what the shopper pays. */
function usedBeside({ offer, price }: ShownPrice, { offers }: History, terms: Terms): Offer | null {
  return offer && offers ? findCheaperUsed(asPaid(offers, terms), { ...offer, price }) : null;
}

/** The best used offer, on a line of its own, with the way to a target for it. */
function UsedOffer({ productKey, offer }: { readonly productKey: string; readonly offer: Offer }) {
  const [isAdding, setAdding] = useState(false);
  const { product } = texts();
  const { price, currency, retailer, condition, URL: url } = offer;
  const words = product.usedAt(formatMoney(price, currency), retailer);
  const known = { price, currency, lowest: null, usual: null };
  return (
    <p className="used-offer line wraps">
      <Tag>{conditionOf(offer)}</Tag>
      {canBeOpened(offer) ? (
        <Button variant="text" onClick={() => void bridge().invoke("shell:open-external", url)}>
          {words}
        </Button>
      ) : (
        <span className="quiet">{words}</span>
      )}
      <Button variant="text" onClick={() => setAdding(true)}>
        {product.targetUsed}
      </Button>
      {isAdding && (
        <RuleDialog
          subject={{ ...known, productKey, condition, retailers: [retailer], hasUsed: true }}
          onClose={() => setAdding(false)}
        />
      )}
    </p>
  );
}

function labelOf(shown: ShownPrice, used: Offer | null, terms: Terms): string {
  const { product } = texts();
  if (shown.isSoldOut || terms.isGone(shown)) return product.lastPrice;
  return used ? product.bestPriceNew : product.bestPrice;
}

interface ShownProps {
  readonly shown: ShownPrice;
  readonly label: string;
  /** Whether it can be bought in another currency. */
  readonly isElsewhere: boolean;
  /** The shop no longer has the page: the price is its last one. */
  readonly isGone: boolean;
}

function Shown({ shown, label, isElsewhere, isGone }: ShownProps) {
  const { offers, product, rules } = texts();
  const { price, currency, retailer, isSoldOut } = shown;
  return (
    <>
      <span className="quiet">{label}</span>
      <Price amount={price} currency={currency} size="hero" isPast={isSoldOut || isGone} />
      <Approximate amount={price} currency={currency} />
      {isSoldOut && (
        <span className="warn">
          {isElsewhere ? product.soldOutIn(currencyName(currency)) : product.soldOutEverywhere}
        </span>
      )}
      {isGone && !isSoldOut && <span className="warn">{offers.gone}</span>}
      <span className="price-box-where" title={retailer}>
        {rules.atShop(shopName(retailer))}
      </span>
    </>
  );
}

/** The watch list shows only the price of the shop that is watched, which another may undercut. */
function WatchedOnlyAt({ productKey, shown }: AgedPrice) {
  const [schedule] = useAnswer("schedules.overview", { product_key: productKey }).data?.schedules ?? [];
  if (!schedule?.best || schedule.retailer === null || schedule.retailer === shown.retailer) return null;
  const { price, currency } = schedule.best;
  return (
    <span className="quiet">
      {texts().product.watchedOnlyAt(shopName(schedule.retailer), formatMoney(price, currency))}
    </span>
  );
}

/** The change since the shopper added the product. */
function SinceAdded({ percent }: { readonly percent: number | null }) {
  if (!hasMoved(percent)) return null;
  return (
    <p className={percent < 0 ? "since-added is-down" : "since-added"}>
      <PriceChange percent={percent} />
      {texts().product.sinceAdded}
    </p>
  );
}

/** Older prices may have changed at the shop by now. */
const oldAfterMs = 7 * 86_400_000;

interface AgedPrice {
  readonly productKey: string;
  readonly shown: ShownPrice;
}

type SeenPrice = Pick<AgedPrice, "productKey"> & { readonly shown: ShownPrice | null };

function Freshness({ productKey, shown }: SeenPrice) {
  const overview = useAnswer("schedules.overview", { product_key: productKey }).data;
  const schedule = overview?.schedules[0] ?? null;
  const { product, watching } = texts();
  return (
    <p className="freshness line wraps between">
      <Age productKey={productKey} shown={shown} schedule={schedule} />
      {schedule && (
        <Tip text={product.checkNow} keys="R">
          <Button
            variant="quiet"
            aria-keyshortcuts="R"
            icon={<RefreshCw size={14} className={schedule.is_running ? "spin" : undefined} />}
            disabled={schedule.is_running || overview?.checkable_retailers.length === 0}
            onClick={() => void checkNow(productKey)}
          >
            {schedule.is_running ? watching.checkingNow : product.checkNow}
          </Button>
        </Tip>
      )}
    </p>
  );
}

/** When the shown price was last checked, or else seen, and whether the shopper entered it; without one, when it was looked for. */
function Age({ productKey, shown, schedule }: SeenPrice & { readonly schedule: ScheduleOverview | null }) {
  const { offer = null, retailer = "" } = shown ?? {};
  const nowMs = useNow();
  const edits = useAnswer("history.edits", { product_key: productKey }).data?.edits ?? [];
  const { product, watching } = texts();
  const isByHand = offer !== null && isEntered(offer, edits);
  const checked = schedule === null || isByHand ? null : lastReadAt(schedule, retailer);
  const at = checked ?? offer?.timestamp ?? null;
  if (at === null) return null;
  const sayUnchecked = isByHand ? product.enteredAt : product.seen;
  const say = checked ? watching.checkedAt : sayUnchecked;
  return (
    <span className={nowMs - Date.parse(at) > oldAfterMs ? "warn" : "quiet"} title={formatDateTime(at)}>
      {say(formatAge(at, nowMs))}
    </span>
  );
}

function Links({ url = "" }: { readonly url: string | undefined }) {
  const { offers, product: said } = texts();
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", url)
      .then(() => notify({ topic: "copied", text: said.linkCopied }));
  return (
    <>
      {url !== "" && (
        <div className="price-box-links">
          {url.startsWith("https://") ? (
            <>
              <Tip text={said.openShop} keys="O">
                <Button
                  variant="primary"
                  aria-keyshortcuts="O"
                  icon={ExternalLink}
                  onClick={() => void bridge().invoke("shell:open-external", url)}
                >
                  {said.openShop}
                </Button>
              </Tip>
              <IconButton label={offers.copyLink} keys="C" aria-keyshortcuts="C" onClick={copy} icon={Copy} />
            </>
          ) : (
            <Button aria-keyshortcuts="C" icon={Copy} onClick={copy}>
              {offers.copyLink}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface WrongPriceProps {
  readonly productKey: string;
  readonly offer: Offer;
  readonly terms: Terms;
}

/** Lets the shopper click the right price on the shop's page, or enter it. */
function WrongPrice({ productKey, offer, terms }: WrongPriceProps) {
  const [point, setPoint] = useState<EditedPoint | null>(null);
  const edits = useAnswer("history.edits", { product_key: productKey }).data?.edits ?? [];
  const { id, retailer, currency, URL: url } = offer;
  const isByHand = isEntered(offer, edits);
  const enter = () => setPoint(pointToEnter(offer, isByHand));
  const canClick = terms.urls.includes(url) && !isByHand && !isInBrowser();
  return (
    <>
      <Button variant="text" onClick={() => (canClick ? void correctPrice(offer, enter) : enter())}>
        {texts().product.wrongPrice}
      </Button>
      {point && (
        <EditPointDialog
          point={point}
          offers={[{ id, label: shopName(retailer), currency }]}
          onClose={() => setPoint(null)}
        />
      )}
    </>
  );
}

/** The price at the top of the page. */
interface ShownPrice {
  readonly price: number;
  readonly currency: string;
  readonly retailer: string;
  /** Null if the offers failed to load; then the statistics have the price. */
  readonly offer: Offer | null;
  /** Out of stock at every shop of this currency: the last price. */
  readonly isSoldOut: boolean;
}

/** Null if no shop is known to sell it, or nothing has loaded yet. */
export function shownPrice(
  offers: readonly Offer[] | null,
  statistics: Pick<PriceStatistics, "current" | "currency"> | null,
): ShownPrice | null {
  const current = statistics?.current ?? null;
  const best = offers && findBestOffer(offers, current);
  if (best) {
    const { currency, retailer, availability } = best;
    const price = current?.offer_id === best.id ? current.price : best.price;
    return { price, currency, retailer, offer: best, isSoldOut: availability === "out" };
  }
  if (offers || !statistics || !current) return null;
  const { price, retailer, availability } = current;
  return { price, retailer, currency: statistics.currency, offer: null, isSoldOut: availability === "out" };
}
