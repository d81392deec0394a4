import { ExternalLink, Split, Store } from "lucide-react";
import type { PriceStatistics } from "../../../shared/app/statistics.js";
import type { Offer } from "../../../shared/contract/offer.js";
import { IconButton } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { findBestOffer, findCheaperUsed, sortOffers } from "../../lib/best-offer.js";
import { bridge } from "../../lib/bridge.js";
import { formatAge, formatDateTime, formatLabel, formatMoney } from "../../lib/format.js";
import { conditionNames } from "../../lib/rule-text.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { useAnswer } from "../../stores/answers.js";
import { splitOff } from "../../stores/hand-edits.js";
import { CorrectPrice } from "./correct-price.js";
import type { History } from "./use-history.js";

interface OffersSectionProps {
  readonly service: string;
  readonly history: History;
  readonly current: PriceStatistics["current"];
}

export function OffersSection({ service, history, current }: OffersSectionProps) {
  const { offers } = history;
  const { offers: said } = texts();
  if (!offers) {
    if (history.error) return null;
    return (
      <Section title={said.title}>
        <div role="status" aria-label={said.loading}>
          <Skeleton height={160} />
        </div>
      </Section>
    );
  }
  return (
    <Section title={said.title} flush>
      {offers.length === 0 ? (
        <EmptyState icon={<Store size={22} />} title={said.none}>
          <p>{said.nobodySells}</p>
        </EmptyState>
      ) : (
        <OffersTable service={service} offers={sortOffers(offers)} best={findBestOffer(offers, current)} />
      )}
    </Section>
  );
}

interface OffersTableProps {
  readonly service: string;
  readonly offers: readonly Offer[];
  readonly best: Offer | null;
}

function OffersTable({ service, offers, best }: OffersTableProps) {
  const tracked = useAnswer("pages.tracked", { service }).data?.urls ?? [];
  const nowMs = useNow();
  const { offers: said } = texts();
  return (
    <div className="table-scroller">
      <table className="table" aria-label={said.title}>
        <thead>
          <tr>
            <th scope="col">{said.retailer}</th>
            <th scope="col" className="is-number">
              {said.price}
            </th>
            <th scope="col">{said.availability}</th>
            <th scope="col">{said.condition}</th>
            <th scope="col">{said.seller}</th>
            <th scope="col">{said.seen}</th>
            <th scope="col">
              <span className="visually-hidden">{said.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <tr key={offer.id}>
              <th scope="row">
                {offer.retailer}
                {offer.id === best?.id && offers.length > 1 && (
                  <span className="best-tag">
                    {findCheaperUsed(offers, offer) ? said.bestNew : said.best}
                  </span>
                )}
              </th>
              <td className="is-number is-strong">{formatMoney(offer.price, offer.currency)}</td>
              <td>
                <Stock availability={offer.availability} />
              </td>
              <td>{conditionOf(offer)}</td>
              <td>{sellerOf(offer)}</td>
              <td title={formatDateTime(offer.timestamp)}>{formatAge(offer.timestamp, nowMs)}</td>
              <td className="is-action">
                {offers.length > 1 && (
                  <IconButton
                    label={said.splitOff(offer.retailer)}
                    className="icon-button-small"
                    onClick={() => void splitOff(service, offer)}
                  >
                    <Split size={14} aria-hidden="true" />
                  </IconButton>
                )}
                {tracked.includes(offer.URL) && <CorrectPrice offer={offer} />}
                {offer.URL.startsWith("https://") && (
                  <IconButton
                    label={said.openInBrowser(offer.retailer)}
                    className="icon-button-small"
                    onClick={() => void bridge().openExternal(offer.URL)}
                  >
                    <ExternalLink size={14} aria-hidden="true" />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Stock({ availability }: { readonly availability: Offer["availability"] }) {
  const { offers: said } = texts();
  if (availability === "in") return <span className="stock is-in">{said.inStock}</span>;
  if (availability === "out") return <span className="stock is-out">{said.outOfStock}</span>;
  return <span className="quiet">{said.notKnown}</span>;
}

function conditionOf(offer: Offer): string {
  if (offer.condition_grade) return formatLabel(offer.condition_grade);
  return offer.condition ? conditionNames()[offer.condition] : "–";
}

function sellerOf(offer: Offer): string {
  if (offer.seller) return offer.seller;
  if (offer.is_marketplace === false) return texts().offers.shopItself;
  return offer.is_marketplace ? texts().offers.marketplaceSeller : "–";
}
