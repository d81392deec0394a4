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
  if (!offers) {
    if (history.error) return null;
    return (
      <Section title="Offers">
        <div role="status" aria-label="Loading offers">
          <Skeleton height={160} />
        </div>
      </Section>
    );
  }
  return (
    <Section title="Offers" flush>
      {offers.length === 0 ? (
        <EmptyState icon={<Store size={22} />} title="No offers">
          <p>No shop is known to sell this product now.</p>
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
  return (
    <div className="table-scroller">
      <table className="table" aria-label="Offers">
        <thead>
          <tr>
            <th scope="col">Retailer</th>
            <th scope="col" className="is-number">
              Price
            </th>
            <th scope="col">Availability</th>
            <th scope="col">Condition</th>
            <th scope="col">Seller</th>
            <th scope="col">Seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
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
                    {findCheaperUsed(offers, offer) ? "Best new price" : "Best price"}
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
                    label={`Another product: split the offer of ${offer.retailer} off`}
                    className="icon-button-small"
                    onClick={() => void splitOff(service, offer)}
                  >
                    <Split size={14} aria-hidden="true" />
                  </IconButton>
                )}
                {tracked.includes(offer.URL) && <CorrectPrice offer={offer} />}
                {offer.URL.startsWith("https://") && (
                  <IconButton
                    label={`Open ${offer.retailer} in the browser`}
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
  if (availability === "in") return <span className="stock is-in">In stock</span>;
  if (availability === "out") return <span className="stock is-out">Out of stock</span>;
  return <span className="quiet">Not known</span>;
}

function conditionOf(offer: Offer): string {
  const condition = offer.condition_grade ?? offer.condition;
  return condition ? formatLabel(condition) : "–";
}

function sellerOf(offer: Offer): string {
  if (offer.seller) return offer.seller;
  if (offer.is_marketplace === false) return "The shop itself";
  return offer.is_marketplace ? "Marketplace seller" : "–";
}
