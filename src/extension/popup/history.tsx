import { useState } from "react";
import type { Sparkline } from "../../shared/app/watch.js";
import { DAY_MS, localDay } from "../../shared/time.js";
import { formatMoney, said, sentenceFormats } from "../texts.js";

const width = 328;
const height = 60;

/** Where times and prices are in the chart. */
interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
  readonly x: (ms: number) => number;
  readonly y: (price: number) => number;
}

function scaleOf({ points }: Sparkline, nowMs: number): Scale | null {
  const prices = points.flatMap(([, price]) => price ?? []);
  const [first] = points;
  if (first === undefined || prices.length === 0) return null;
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [fromMs] = first;
  const toMs = Math.max(nowMs, points.at(-1)?.[0] ?? nowMs);
  return {
    fromMs,
    toMs,
    low,
    high,
    x: (ms) => Math.round(((ms - fromMs) / Math.max(1, toMs - fromMs)) * width),
    y: (price) =>
      low === high ? height / 2 : Math.round(4 + (1 - (price - low) / (high - low)) * (height - 8)),
  };
}

/** The best price as steps, with gaps while the product is out of stock. */
function stepPath({ points }: Sparkline, { x, y }: Scale): string {
  let path = "";
  let isDrawing = false;
  for (const [ms, price] of points) {
    if (isDrawing) path += `H${x(ms)}`;
    if (price !== null) path += isDrawing ? `V${y(price)}` : `M${x(ms)} ${y(price)}`;
    isDrawing = price !== null;
  }
  return isDrawing ? `${path}H${width}` : path;
}

function priceAt({ points }: Sparkline, ms: number): number | null {
  return points.findLast(([from]) => from <= ms)?.[1] ?? null;
}

function formatDay(ms: number): string {
  return sentenceFormats.date(new Date(ms).toISOString());
}

/**
 * The best price of the last 90 days; nothing while that is a single price of today. A slider lies on it, so that pointer and
 * arrow keys read a day's price.
 */
export function History({ line }: { readonly line: Sparkline }) {
  const [nowMs] = useState(() => Date.now());
  const [day, setDay] = useState<number | null>(null);
  const scale = scaleOf(line, nowMs);
  if (scale === null) return null;
  const { fromMs, toMs, low, high, x, y } = scale;
  if (low === high && localDay(fromMs) === localDay(toMs)) return null;
  const money = (price: number | null) => (price === null ? said.soldOut : formatMoney(price, line.currency));
  const range = [...new Set([low, high])].map(money).join(" – ");
  const days = Math.max(1, Math.ceil((toMs - fromMs) / DAY_MS));
  const atMs = Math.min(toMs, fromMs + (day ?? days) * DAY_MS);
  const price = priceAt(line, atMs);
  const reading = [formatDay(atMs), money(price)] as const;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path d={stepPath(line, scale)} />
        {day !== null && <path className="mark" d={`M${x(atMs)} 0V${height}`} />}
        {day !== null && price !== null && <circle cx={x(atMs)} cy={y(price)} r="4" />}
      </svg>
      <input
        type="range"
        aria-label={said.chart(range, money(priceAt(line, toMs)))}
        aria-valuetext={reading.join(": ")}
        max={days}
        value={day ?? days}
        onChange={({ target }) => setDay(Number(target.value))}
        onPointerMove={({ nativeEvent, currentTarget }) =>
          setDay(Math.round((nativeEvent.offsetX / currentTarget.clientWidth) * days))
        }
        onPointerLeave={() => setDay(null)}
        onBlur={() => setDay(null)}
      />
      <figcaption className="line between quiet">
        <span>{day === null ? `${formatDay(fromMs)} – ${formatDay(toMs)}` : reading[0]}</span>
        <span>{day === null ? range : reading[1]}</span>
      </figcaption>
    </figure>
  );
}
