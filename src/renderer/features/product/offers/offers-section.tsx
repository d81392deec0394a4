import { Store } from "lucide-react";
import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { EmptyState } from "../../../components/empty-state.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { findBestOffer } from "../../../lib/best-offer.js";
import { texts } from "../../../lib/texts.js";
import type { History } from "../use-history.js";
import { OffersTable } from "./offers-table.js";
import "./offers-section.css";

interface OffersSectionProps {
  readonly productKey: string;
  readonly history: History;
  readonly current: PriceStatistics["current"];
}

/** Who sells it for how much. Why it is not known is said where the history would be: one call brings both. */
export function OffersSection({ productKey, history, current }: OffersSectionProps) {
  const { offers } = history;
  const { offers: said } = texts();
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
  return (
    <Section title={said.title} flush>
      {offers.length === 0 ? (
        <EmptyState icon={<Store size={22} />} title={said.none}>
          <p>{said.nobodySells}</p>
        </EmptyState>
      ) : (
        <OffersTable productKey={productKey} offers={offers} best={findBestOffer(offers, current)} />
      )}
    </Section>
  );
}
