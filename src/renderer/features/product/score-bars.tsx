import type { Score } from "../../../shared/contract/product.js";
import { classNames } from "../../lib/class-names.js";
import { formatLabel } from "../../lib/format.js";

interface ScoreBarsProps {
  readonly score: Score;
  /** Only the three summaries, in one line. */
  readonly inline?: boolean;
}

interface Bar {
  readonly name: string;
  readonly value: number;
}

function barsOf(score: Score, inline: boolean): Bar[] {
  const summaries = (["overall", "customer", "professional"] as const).flatMap((name) => {
    const value = score[name];
    return value === undefined ? [] : [{ name, value }];
  });
  const aspects = inline ? [] : Object.entries(score.aspects ?? {}).map(([name, value]) => ({ name, value }));
  return [...summaries, ...aspects];
}

/** Scores from 0 to 1, as bars and as figures out of 100. */
export function ScoreBars({ score, inline = false }: ScoreBarsProps) {
  const bars = barsOf(score, inline);
  if (bars.length === 0) return null;
  return (
    <dl className={classNames("scores", inline && "scores-inline")}>
      {bars.map(({ name, value }) => (
        <div key={name} className="score">
          <dt>{formatLabel(name)}</dt>
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
