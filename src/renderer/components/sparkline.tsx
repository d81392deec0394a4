import "./sparkline.css";

interface SparklineProps {
  /** Times, ascending, each with the price from then on; null while out of stock. */
  readonly points: readonly (readonly [atMs: number, price: number | null])[];
  readonly spanMs: number;
  readonly nowMs: number;
}

export const sparklineSize = { width: 100, height: 26 };
const { width, height } = sparklineSize;
const margin = 2;

/** Draws prices as steps. Gaps stay gaps. */
export function sparklinePath({ points, spanMs, nowMs }: SparklineProps): string {
  // The newest price may be later than the reader's clock.
  const toMs = Math.max(nowMs, points.at(-1)?.[0] ?? nowMs);
  const fromMs = toMs - spanMs;
  const prices = points.flatMap(([, price]) => price ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (atMs: number) => Math.max(0, Math.min(1, (atMs - fromMs) / (toMs - fromMs))) * width;
  const y = (price: number) =>
    high === low ? height / 2 : margin + (1 - (price - low) / (high - low)) * (height - 2 * margin);
  return points
    .map(([atMs, price], index) => {
      if (price === null) return "";
      const before = points[index - 1]?.[1];
      const start = before == null ? `M${round(x(atMs))} ${round(y(price))}` : `V${round(y(price))}`;
      return `${start}H${round(x(points[index + 1]?.[0] ?? toMs))}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A thumbnail of a price's last months. Hidden from screen readers, because its figures stand beside it. */
export function Sparkline(props: SparklineProps) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparklinePath(props)} />
    </svg>
  );
}
