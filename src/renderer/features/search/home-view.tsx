import { BadgePercent, Link2, ListPlus, TextSearch } from "lucide-react";
import { ProductImage } from "../../components/product-image.js";
import { Section } from "../../components/section.js";
import { Way } from "../../components/way.js";
import { texts } from "../../lib/texts.js";
import { openAddMany } from "../../stores/adding/entries.js";
import { useAnswer } from "../../stores/answers.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { openProduct, useProducts } from "../../stores/products.js";
import "./search.css";

export function HomeView() {
  return (
    <div className="page">
      <header className="stack gap-1">
        <h1>{texts().verdict.question}</h1>
        <p className="quiet">{texts().search.about}</p>
      </header>
      <WaysIn />
      <RecentProducts />
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
  const products = useProducts(({ recent }) => recent);
  if (products.length === 0) return null;
  return (
    <Section title={texts().search.recent}>
      <ul className="recent">
        {products.map((product) => (
          <li key={product.service}>
            <button
              type="button"
              className="pick line full from-start hovers"
              onClick={() => openProduct(product)}
            >
              <ProductImage title={product.title} category={product.category} source={product.images?.[0]} />
              <span className="two-lines">{product.title_short ?? product.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
