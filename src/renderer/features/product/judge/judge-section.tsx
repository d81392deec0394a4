import type { PriceStatistics } from "../../../../shared/app/statistics.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import type { Prices } from "../use-prices.js";
import { CheapestMonths } from "./cheapest-months.js";
import { CheapestShops } from "./cheapest-shops.js";
import { Distribution } from "./distribution.js";
import { Figures } from "./figures.js";
import "./judge-section.css";

/** Everything that the verdict is drawn from, to be judged by the shopper. */
export function JudgeSection({ statistics }: Pick<Prices, "statistics">) {
  const { data, error } = statistics;
  const said = texts().verdict;
  return (
    <Section title={said.question}>
      {data ? (
        <Evidence statistics={data} />
      ) : error ? (
        <ErrorNote error={error} onRetry={statistics.refresh} />
      ) : (
        <div role="status" aria-label={said.weighing}>
          <Skeleton height={368} />
        </div>
      )}
    </Section>
  );
}

function Evidence({ statistics }: { readonly statistics: PriceStatistics }) {
  return (
    <div className="judge">
      <Figures statistics={statistics} />
      <div className="judge-charts">
        <Distribution statistics={statistics} />
        <CheapestMonths statistics={statistics} />
        <CheapestShops statistics={statistics} />
      </div>
    </div>
  );
}
