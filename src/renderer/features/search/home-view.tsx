import { BadgePercent, Link2, type LucideIcon, Server, TextSearch } from "lucide-react";
import type { Deal } from "../../../shared/contract/deal.js";
import { Button } from "../../components/button.js";
import { DealRow } from "../../components/deal-row.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { ProductImage } from "../../components/product-image.js";
import { Section } from "../../components/section.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { useAnswer } from "../../stores/answers.js";
import { focusLookup, lookUp } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { openProduct, useProducts } from "../../stores/products.js";
import "./home-view.css";

/** Ten deals are one credit, which is all that a first start uses. */
const firstDeals = { sort: "hot", limit: 10 } as const;

export function HomeView() {
  return (
    <div className="page">
      <header className="home-header">
        <h1>Is it a good price?</h1>
        <p className="quiet">
          Look a product up to see who sells it, what it has cost, and whether to buy now or wait.
        </p>
      </header>
      <WaysIn />
      <RecentProducts />
      <HotDeals />
    </div>
  );
}

function WaysIn() {
  return (
    <ul className="ways" aria-label="Ways to start">
      <Way
        Icon={Link2}
        title="Paste a link or barcode"
        text="Any shop's product page, a UPC or EAN, an ASIN, a model number."
        onClick={focusLookup}
      />
      <Way
        Icon={TextSearch}
        title="Search for “headphones”"
        text="A few words are enough: a brand, a model, a kind of thing."
        onClick={() => go({ view: "search", query: "headphones" })}
      />
      <Way
        Icon={BadgePercent}
        title="Browse the deals"
        text="Prices that are low against their own history, graded A to F."
        onClick={() => go({ view: "deals" })}
      />
      <Way
        Icon={Server}
        title="Connect a service"
        text="Another server with the same API, asked for what is not known here."
        onClick={() => go({ view: "settings", isConnecting: true })}
      />
    </ul>
  );
}

interface WayProps {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

function Way({ Icon, title, text, onClick }: WayProps) {
  return (
    <li>
      <button type="button" className="way" onClick={onClick}>
        <Icon size={18} className="way-icon" aria-hidden="true" />
        <span className="way-title">{title}</span>
        <span className="quiet">{text}</span>
      </button>
    </li>
  );
}

function RecentProducts() {
  const { recent, byService } = useProducts();
  const products = recent.flatMap((service) => byService[service] ?? []);
  if (products.length === 0) return null;
  return (
    <Section title="Looked at just now">
      <ul className="recent">
        {products.map((product) => (
          <li key={product.service}>
            <button type="button" className="recent-product" onClick={() => openProduct(product)}>
              <ProductImage
                title={product.title}
                category={product.category}
                source={product.images?.[0]}
                size="small"
              />
              <span className="recent-title">{product.title_short ?? product.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HotDeals() {
  const answer = useAnswer("deals.list", firstDeals);
  const all = (
    <Button variant="quiet" onClick={() => go({ view: "deals" })}>
      All deals
    </Button>
  );
  return (
    <Section title="Hot deals" flush actions={all}>
      {answer.data ? (
        <DealList deals={answer.data.deals} />
      ) : answer.error ? (
        <ErrorNote error={answer.error} onRetry={answer.refresh} />
      ) : (
        <SkeletonRows count={8} label="Loading deals" />
      )}
    </Section>
  );
}

function DealList({ deals }: { readonly deals: readonly Deal[] }) {
  const keys = useRowKeys();
  if (deals.length === 0)
    return (
      <EmptyState icon={<BadgePercent size={22} />} title="No deals yet">
        <p>Deals appear as prices are recorded. Settings can load a sample market to look around in.</p>
        <Button onClick={() => go({ view: "settings" })}>Open settings</Button>
      </EmptyState>
    );
  return (
    <ul className="deal-list" aria-label="Hot deals" {...keys}>
      {deals.map((deal) => (
        <li key={deal.path}>
          <DealRow deal={deal} onOpen={() => void lookUp(deal.url, { fallback: deal.title })} compact />
        </li>
      ))}
    </ul>
  );
}
