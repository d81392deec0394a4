import { BadgePercent, Link2, ListPlus, TextSearch } from "lucide-react";
import type { Deal } from "../../../shared/contract/deal.js";
import { Button } from "../../components/button.js";
import { DealRow } from "../../components/deal-row.js";
import { ProductImage } from "../../components/product-image.js";
import { Section } from "../../components/section.js";
import { ErrorNote, SkeletonRows } from "../../components/states.js";
import { Way } from "../../components/way.js";
import { texts } from "../../lib/texts.js";
import { useRowKeys } from "../../lib/use-row-keys.js";
import { openAddMany } from "../../stores/adding/entries.js";
import { useAnswer } from "../../stores/answers.js";
import { focusLookup, lookUp } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { openProduct, useProducts } from "../../stores/products.js";
import "./home-view.css";

const firstDeals = { sort: "hot", limit: 10 } as const;

export function HomeView() {
  return (
    <div className="page">
      <header className="stack gap-1">
        <h1>{texts().verdict.question}</h1>
        <p className="quiet">{texts().search.about}</p>
      </header>
      <WaysIn />
      <RecentProducts />
      <HotDeals />
    </div>
  );
}

function WaysIn() {
  const { ways } = texts().search;
  const hasSample = useAnswer("app.info", {}).data?.has_sample ?? false;
  return (
    <ul className="ways" aria-label={texts().search.waysToStart}>
      <Way Icon={Link2} {...ways.paste} onClick={focusLookup} />
      {hasSample && (
        <Way Icon={TextSearch} {...ways.words} onClick={() => go({ view: "search", query: "headphones" })} />
      )}
      <Way Icon={BadgePercent} {...ways.deals} onClick={() => go({ view: "deals" })} />
      <Way Icon={ListPlus} {...ways.many} onClick={openAddMany} />
    </ul>
  );
}

function RecentProducts() {
  const { recent, byKey } = useProducts();
  const products = recent.flatMap((productKey) => byKey[productKey] ?? []);
  if (products.length === 0) return null;
  return (
    <Section title={texts().search.recent}>
      <ul className="recent">
        {products.map((product) => (
          <li key={product.service}>
            <button type="button" className="recent-product line" onClick={() => openProduct(product)}>
              <ProductImage title={product.title} category={product.category} source={product.images?.[0]} />
              <span className="two-lines">{product.title_short ?? product.title}</span>
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
      {texts().search.allDeals}
    </Button>
  );
  if (answer.data?.deals.length === 0) return null;
  return (
    <Section title={texts().search.hotDeals} flush actions={all}>
      {answer.data ? (
        <DealList deals={answer.data.deals} />
      ) : answer.error ? (
        <ErrorNote error={answer.error} onRetry={answer.refresh} />
      ) : (
        <SkeletonRows count={8} label={texts().deals.loading} />
      )}
    </Section>
  );
}

function DealList({ deals }: { readonly deals: readonly Deal[] }) {
  const keys = useRowKeys();
  return (
    <ul className="divided" aria-label={texts().search.hotDeals} {...keys}>
      {deals.map((deal) => (
        <li key={deal.path}>
          <DealRow deal={deal} onOpen={() => void lookUp(deal.url, deal.title)} />
        </li>
      ))}
    </ul>
  );
}
