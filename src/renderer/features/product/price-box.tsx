import { Copy, ExternalLink, RefreshCw } from "lucide-react";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { DAY_MS } from "../../../shared/time.js";
import { Button, DialogButton, IconButton } from "../../components/button.js";
import { Approximate, Price, PriceChange } from "../../components/price.js";
import { RuleDialog } from "../../components/rules/rule-dialog.js";
import { Skeleton } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { Tip } from "../../components/tip.js";
import { findBestOffer, findCheaperUsed, isNew } from "../../lib/best-offer.js";
import { bridge, isInBrowser, openPage } from "../../lib/bridge.js";
import { currencyName } from "../../lib/currencies.js";
import { formatAge, formatDateTime, formatMoney, hasMoved } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { correctPrice } from "../../stores/hand-edits.js";
import { notify } from "../../stores/notices.js";
import { checkNow } from "../../stores/watched.js";
import { BuyButton } from "./bought.js";
import { canBeOpened, conditionOf } from "./offers.js";
import { checkedAt, pointToEnter, usePage } from "./page.js";
import { asPaid, termLines } from "./terms.js";
import { CheapestListed, CountButtons, HeldPrice } from "./terms-notes.js";

interface PriceBoxProps {
  /** A price at which the shopper wanted to buy it. */
  readonly worthBuying: { readonly price: number; readonly retailer: string } | null;
}

/** The best price, its age, and the link to the shop. */
export function PriceBox({ worthBuying }: PriceBoxProps) {
  const { prices, terms } = usePage();
  const { history, statistics } = prices;
  const { offers, error, isLoading } = history;
  const shown = shownPrice(offers, statistics.data);
  const best = shown?.offer ?? null;
  const used =
    best && offers && findCheaperUsed(asPaid(offers, terms), { ...best, price: shown?.price ?? 0 });
  return (
    <section
      className="price-box stack bounded starts"
      aria-label={texts().product.bestPrice}
      aria-busy={offers === null && isLoading}
    >
      {shown ? <Shown shown={shown} hasUsed={used !== null} /> : <NoPrice isLoading={!offers && !error} />}
      {best && (
        <>
          <PriceTerms best={best} offers={offers ?? []} />
          <CountButtons offer={best} />
          <CheapestListed offer={best} />
          <HeldPrice offer={best} />
        </>
      )}
      {shown && (
        <>
          <WatchedOnlyAt shown={shown} />
          <SinceAdded percent={statistics.data?.change_since_added ?? null} />
          <Freshness shown={shown} />
        </>
      )}
      <Links url={best?.URL} />
      {best && (
        <div className="line wraps">
          {worthBuying && <BuyButton best={worthBuying} />}
          <WrongPrice offer={best} />
        </div>
      )}
      {used && <UsedOffer offer={used} />}
    </section>
  );
}

function NoPrice({ isLoading }: { readonly isLoading: boolean }) {
  // A page that has shown no price yet.
  const [page] = usePage().terms.unpriced;
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
      <p>{page ? said.soldOutEverywhere : said.nobodySells}</p>
      {page && <Freshness shown={null} />}
      <Links url={page?.URL} />
    </>
  );
}

/** The best used offer, on a line of its own, with the way to a target for it. */
function UsedOffer({ offer }: { readonly offer: Offer }) {
  const { productKey, prices } = usePage();
  const isBought = prices.statistics.data?.verdict.kind === "bought";
  const { price, currency, retailer, condition, URL: url } = offer;
  const words = texts().reasons.priceAt(formatMoney(price, currency), shopName(retailer));
  const known = { price, currency, lowest: null, usual: null };
  const subject = { ...known, productKey, condition, retailers: [retailer], hasUsed: true };
  return (
    <p className="used-offer line wraps">
      <Tag>{conditionOf(offer)}</Tag>
      {canBeOpened(offer) ? (
        <Button variant="text" onClick={() => openPage(url)}>
          {words}
        </Button>
      ) : (
        <span className="quiet">{words}</span>
      )}
      {!isBought && (
        <DialogButton variant="text" dialog={(close) => <RuleDialog subject={subject} onClose={close} />}>
          {texts().product.targetUsed}
        </DialogButton>
      )}
    </p>
  );
}

interface ShownProps {
  readonly shown: ShownPrice;
  /** Whether a used offer is cheaper. */
  readonly hasUsed: boolean;
}

function Shown({ shown, hasUsed }: ShownProps) {
  const { prices, terms } = usePage();
  const { offers, product, rules } = texts();
  const { price, currency, retailer, isSoldOut } = shown;
  // The shop no longer has the page: the price is its last one.
  const isGone = terms.isGone(shown);
  const isPast = isSoldOut || isGone;
  const label = hasUsed ? product.bestPriceNew : product.bestPrice;
  return (
    <>
      <span className="quiet">{isPast ? product.lastPrice : label}</span>
      <Price amount={price} currency={currency} size="hero" isPast={isPast} />
      <Approximate amount={price} currency={currency} />
      {isSoldOut && (
        <span className="warn">
          {prices.elsewhere.length > 0
            ? product.soldOutIn(currencyName(currency))
            : product.soldOutEverywhere}
        </span>
      )}
      {isGone && !isSoldOut && <span className="warn">{offers.gone}</span>}
      <span className="breaks" title={retailer}>
        {rules.atShop(shopName(retailer))}
      </span>
      {shown.offer && !isNew(shown.offer) && <Tag>{conditionOf(shown.offer)}</Tag>}
    </>
  );
}

function PriceTerms({ best, offers }: { readonly best: Offer; readonly offers: readonly Offer[] }) {
  const lines = termLines(best, offers, usePage().terms);
  if (lines.length === 0) return null;
  return (
    <ul className="quiet">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The watch list shows only the price of the shop that is watched, which another may undercut. */
function WatchedOnlyAt({ shown }: { readonly shown: ShownPrice }) {
  const { schedule } = usePage();
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
    <p className={percent < 0 ? "since-added line strong tone-good" : "since-added line strong"}>
      <PriceChange percent={percent} />
      {texts().product.sinceAdded}
    </p>
  );
}

/** Older prices may have changed at the shop by now. */
const oldAfterMs = 7 * DAY_MS;

/** The price that is shown; null without one. */
type SeenPrice = { readonly shown: ShownPrice | null };

function Freshness({ shown }: SeenPrice) {
  const { productKey, schedule, overview } = usePage();
  const { product, watching } = texts();
  return (
    <p className="freshness small line wraps between full">
      <Age shown={shown} />
      {schedule && (
        <Tip text={product.checkNow} keys="R">
          <Button
            variant="quiet"
            aria-keyshortcuts="R"
            icon={<RefreshCw size={14} className={schedule.is_running ? "spin" : undefined} />}
            disabled={schedule.is_running || overview.data?.checkable_retailers.length === 0}
            onClick={() => void checkNow(productKey)}
          >
            {schedule.is_running ? watching.checkingNow : product.checkNow}
          </Button>
        </Tip>
      )}
    </p>
  );
}

/** When the price was last checked, or else seen, and whether the shopper entered it; without one, when it was looked for. */
function Age({ shown }: SeenPrice) {
  const page = usePage();
  const offer = shown?.offer ?? null;
  const nowMs = useNow();
  const { product, watching } = texts();
  const checked = checkedAt(page, offer);
  const at = checked ?? offer?.timestamp ?? null;
  if (at === null) return null;
  const sayUnchecked = offer && page.isEntered(offer) ? product.enteredAt : product.seen;
  const say = checked ? watching.checkedAt : sayUnchecked;
  return (
    <span className={nowMs - Date.parse(at) > oldAfterMs ? "warn" : "quiet"} title={formatDateTime(at)}>
      {say(formatAge(at, nowMs))}
    </span>
  );
}

function Links({ url }: { readonly url: string | undefined }) {
  const { offers, product: said } = texts();
  if (url === undefined || url === "") return null;
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", url)
      .then(() => notify({ topic: "copied", text: said.linkCopied }));
  return (
    <div className="price-box-links line full">
      {url.startsWith("https://") ? (
        <>
          <Tip text={said.openShop} keys="O">
            <Button variant="primary" aria-keyshortcuts="O" icon={ExternalLink} onClick={() => openPage(url)}>
              {said.openShop}
            </Button>
          </Tip>
          <IconButton label={offers.copyLink} keys="C" aria-keyshortcuts="C" icon={Copy} onClick={copy} />
        </>
      ) : (
        <Button aria-keyshortcuts="C" icon={Copy} onClick={copy}>
          {offers.copyLink}
        </Button>
      )}
    </div>
  );
}

/** Lets the shopper click the right price on the shop's page, or enter it. */
function WrongPrice({ offer }: { readonly offer: Offer }) {
  const page = usePage();
  const enter = () => page.edit(pointToEnter(page, offer));
  const canClick = page.terms.urls.includes(offer.URL) && !page.isEntered(offer) && !isInBrowser();
  return (
    <Button variant="text" onClick={() => (canClick ? void correctPrice(offer, enter) : enter())}>
      {texts().product.wrongPrice}
    </Button>
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
