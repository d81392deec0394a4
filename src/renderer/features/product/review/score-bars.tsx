import type { Score } from "../../../../shared/contract/product.js";
import { formatLabel } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

interface Bar {
  readonly name: string;
  readonly value: number;
}

const summaries = ["overall", "customer", "professional"] as const;

function barsOf(score: Score): Bar[] {
  const { scores } = texts().product;
  const summed = summaries.flatMap((key) => {
    const value = score[key];
    return value === undefined ? [] : [{ name: scores[key], value }];
  });
  const aspects = Object.entries(score.aspects ?? {});
  return [...summed, ...aspects.map(([name, value]) => ({ name: formatLabel(name), value }))];
}

/** Scores from 0 to 1, as bars and as figures out of 100. */
export function ScoreBars({ score }: { readonly score: Score }) {
  const bars = barsOf(score);
  if (bars.length === 0) return null;
  return (
    <dl className="scores">
      {bars.map(({ name, value }) => (
        <div key={name} className="score">
          <dt>{name}</dt>
          <dd>
            <span className="score-track" aria-hidden="true">
              <span className="score-fill" style={{ width: `${value * 100}%` }} />
            </span>
            <span className="score-figure">{Math.round(value * 100)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
