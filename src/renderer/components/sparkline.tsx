import "./sparkline.css";

interface SparklineProps {
  /** Times, ascending, and the price from there on; null where nobody had it. */
  readonly points: readonly (readonly [atMs: number, price: number | null])[];
  readonly fromMs: number;
  readonly toMs: number;
}

const width = 100;
const height = 26;
const margin = 2;

/** A price holds until the next point: level, then a step. Gaps stay gaps. */
function pathOf({ points, fromMs, toMs }: SparklineProps): string {
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

/** A price's last months in a thumbnail. Its figures stand beside it, so that it says nothing to screen readers. */
export function Sparkline(props: SparklineProps) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={pathOf(props)} />
    </svg>
  );
}
