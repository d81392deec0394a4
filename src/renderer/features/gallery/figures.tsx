import { PackageOpen } from "lucide-react";
import { HOUR_MS } from "../../../shared/time.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { GradeBadge } from "../../components/grade-badge.js";
import { PriceChange } from "../../components/price-change.js";
import { ProductImage } from "../../components/product-image.js";
import { Rating } from "../../components/rating.js";
import { SkeletonRows } from "../../components/skeleton.js";
import { Sparkline } from "../../components/sparkline.js";
import { Tag } from "../../components/tag.js";
import { formatAge, formatBytes, formatDateTime, formatMoney, formatUntil } from "../../lib/format.js";

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
          <Sparkline points={prices} fromMs={0} toMs={100} />
        </span>
        {["lamps", "kettles", "tools"].map((category) => (
          <ProductImage key={category} title={category} category={category} size="small" />
        ))}
      </div>
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

export function States() {
  return (
    <div className="gallery-stack">
      <EmptyState icon={<PackageOpen size={22} />} title="empty">
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
