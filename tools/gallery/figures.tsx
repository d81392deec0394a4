import { PackageOpen } from "lucide-react";
import { GradeBadge, Price, PriceChange } from "../../src/renderer/components/price.js";
import { ProductImage } from "../../src/renderer/components/product-image.js";
import { Rating } from "../../src/renderer/components/rating.js";
import { Sparkline } from "../../src/renderer/components/sparkline.js";
import { EmptyState, ErrorNote, SkeletonRows } from "../../src/renderer/components/states.js";
import { Tag } from "../../src/renderer/components/tag.js";
import { TideGauge, TideHero, tideSentence } from "../../src/renderer/components/tide-gauge.js";
import {
  formatAge,
  formatBytes,
  formatDateTime,
  formatMoney,
  formatUntil,
} from "../../src/renderer/lib/format.js";
import { type TideLevels, tideShape } from "../../src/shared/tide/geometry.js";
import { tideColors, tidePicture } from "../../src/shared/tide/picture.js";
import { HOUR_MS } from "../../src/shared/time.js";

const grades = ["A+", "B", "C-", "D", "F", null];
const tones = ["plain", "accent", "good", "warn", "bad"] as const;
const atMs = Date.UTC(2_026, 0, 31, 12);
const prices = [
  [0, 50],
  [20, 44],
  [45, null],
  [60, 52],
  [80, 40],
] as const;

export function Figures() {
  return (
    <div className="gallery-stack">
      <div className="gallery-row">
        {grades.map((grade) => (
          <GradeBadge key={grade} grade={grade} />
        ))}
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <Rating value={4.6} count={1_234} />
      </div>
      <div className="gallery-row">
        {[-18.4, -0.4, 0, 7, null].map((percent) => (
          <PriceChange key={percent} percent={percent} />
        ))}
        <span className="gallery-line">
          <Sparkline points={prices} spanMs={100} nowMs={100} />
        </span>
        {["lamps", "kettles", "tools"].map((category) => (
          <ProductImage key={category} title={category} category={category} size="small" />
        ))}
      </div>
      <div className="gallery-row">
        <Price amount={1_249.5} currency="USD" size="hero" />
        <Price amount={1_299.99} currency="EUR" size="row" />
        <Price amount={1_200} currency="JPY" size="row" />
        <Price amount={48.99} currency="USD" size="row" isPast />
      </div>
      <Tides />
      <div className="gallery-row">
        <span>{formatMoney(1_249.5)}</span>
        <span>{formatMoney(1_249.5, "EUR")}</span>
        <span>{formatMoney(124_950, "JPY")}</span>
        <span>{formatDateTime(atMs)}</span>
        <span>{formatAge(atMs - 3 * HOUR_MS, atMs)}</span>
        <span>{formatUntil(atMs + 50 * HOUR_MS, atMs)}</span>
        <span>{formatBytes(12_345_678)}</span>
      </div>
    </div>
  );
}

const tide: TideLevels = {
  price: 52,
  low: 45,
  high: 89,
  usual: { low: 58, high: 66 },
  target: null,
  days: 400,
  isHighTide: false,
};
const tides: readonly TideLevels[] = [
  tide,
  { ...tide, price: 45, target: 40 },
  { ...tide, price: 62, target: 60 },
  { ...tide, price: 89, target: 95 },
  { ...tide, price: 80, isHighTide: true },
  { ...tide, usual: null },
  { ...tide, price: null },
  { ...tide, price: 50, low: 50, high: 50, usual: null, target: 40 },
];

/** The gauge in its sizes: rows, the product's page, and the shareable picture. */
function Tides() {
  return (
    <>
      <div className="gallery-row">
        {tides.map((levels) => (
          <TideGauge key={JSON.stringify(levels)} levels={levels} currency="USD" size="row" />
        ))}
        <TideGauge levels={tide} currency="USD" size="result" />
      </div>
      {tides.map((levels) => (
        <TideHero
          key={JSON.stringify(levels)}
          levels={levels}
          currency="USD"
          lowAt="2026-07-03T12:00:00Z"
          highAt="2025-12-12T12:00:00Z"
        />
      ))}
      <TidePicture levels={tides[1] ?? tide} />
    </>
  );
}

function TidePicture({ levels }: { readonly levels: TideLevels }) {
  const shape = tideShape(levels);
  if (shape === null) return null;
  return (
    <div className="gallery-row">
      {(["light", "dark"] as const).map((theme) => (
        <img
          key={theme}
          width={360}
          alt={tideSentence(levels, "USD")}
          src={`data:image/svg+xml,${encodeURIComponent(tidePicture(shape, 360, tideColors[theme]))}`}
        />
      ))}
    </div>
  );
}

export function States() {
  return (
    <div className="gallery-stack">
      <EmptyState icon={PackageOpen} title="empty">
        <p>why, and what could be done</p>
      </EmptyState>
      <ErrorNote
        error={{ code: "ERR_INVALID_PARAMS", message: "what failed", action: "what to do" }}
        onRetry={() => undefined}
      />
      <SkeletonRows count={2} label="loading" />
    </div>
  );
}
