import type { CSSProperties } from "react";
import type { WatchRow } from "../../shared/app/watch.js";
import { type TideLevels, type TideShape, tideShape, tideStand } from "../../shared/tide/geometry.js";
import { classNames } from "../lib/class-names.js";
import { formatDate, formatMoney, formatShortDay, formatShortMoney } from "../lib/format.js";
import { gradeTone } from "../lib/grade.js";
import { texts } from "../lib/texts.js";
import "./tide-gauge.css";

type Figures = Pick<
  WatchRow,
  "best" | "low" | "high" | "usual_low" | "usual_high" | "grade" | "days_of_history"
>;

interface TideGaugeProps {
  readonly levels: TideLevels;
  readonly currency: string;
  readonly size: "row" | "result";
}

/**
 * The price as a water level between low and high water, with the usual range, the present price and the target's
 * flag.
 */
export function TideGauge({ levels, currency, size }: TideGaugeProps) {
  const shape = tideShape(levels);
  if (shape === null)
    return levels.price === null || levels.low === null ? null : (
      <span className={`tide-${size} quiet`}>{texts().tide.noRange(levels.days)}</span>
    );
  return (
    <span className={tideClass(levels, size)} role="img" aria-label={tideSentence(levels, currency)}>
      <Gauge shape={shape} />
    </span>
  );
}

function tideClass({ isHighTide }: TideLevels, size: TideGaugeProps["size"] | "hero"): string {
  return classNames("tide", `tide-${size}`, isHighTide && "is-high");
}

/** The levels of a row's figures. */
export function figureLevels(figures: Figures): TideLevels {
  const { best, low, high, usual_low, usual_high, grade, days_of_history: days } = figures;
  const usual = usual_low === null || usual_high === null ? null : { low: usual_low, high: usual_high };
  const isHighTide = gradeTone(grade) === "high";
  return { price: best?.price ?? null, low, high, usual, target: null, days, isHighTide };
}

/** Places a flag's label to its left near the gauge's end. */
function isFarRight(flag: number): boolean {
  return flag > 0.6;
}

interface TideHeroProps {
  readonly levels: TideLevels;
  readonly currency: string;
  /** When the price was at low and at high water. */
  readonly lowAt?: string | undefined;
  readonly highAt?: string | undefined;
}

/** The gauge of a product's page. Its labels are visual only, because its sentence has the same figures. */
export function TideHero({ levels, currency, lowAt, highAt }: TideHeroProps) {
  const shape = tideShape(levels);
  if (shape === null) return null;
  const { low, high, usual, target, days } = levels;
  const { tide } = texts();
  const money = (amount: number) => formatShortMoney(amount, currency);
  const mark = (tip: string, name: string, amount: number, at: string | undefined) => (
    <span title={tip}>
      <span className="tide-part">{name}</span> <span className="tide-part">{money(amount)}</span>{" "}
      {/* Copies may be of years ago. */}
      {at && (
        <span className="tide-part tide-day">{days === null ? formatDate(at) : formatShortDay(at)}</span>
      )}
    </span>
  );
  return (
    <figure className={tideClass(levels, "hero")} role="img" aria-label={tideSentence(levels, currency)}>
      {shape.flag !== null && target !== null && (
        <span
          className={classNames("tide-target small strong", isFarRight(shape.flag) && "is-left")}
          style={{ "--at": shape.flag } as CSSProperties}
        >
          {tide.target(money(target))}
        </span>
      )}
      <Gauge shape={shape} />
      {low !== null && high !== null && (
        <span className="tide-marks small" style={span(shape.bed)}>
          {mark(tide.lowWaterTip(days), tide.lowWater, low, lowAt)}
          {usual && shape.usual && (
            <>
              <span style={{ flexGrow: (shape.usual.from + shape.usual.to) / 2 }} />
              <span className="tide-usual-mark">
                <span className="tide-part">{tide.usual}</span>{" "}
                {tide.between(money(usual.low), money(usual.high))}
              </span>
              <span style={{ flexGrow: 1 - (shape.usual.from + shape.usual.to) / 2 }} />
            </>
          )}
          {mark(tide.highWaterTip(days), tide.highWater, high, highAt)}
        </span>
      )}
    </figure>
  );
}

function span({ from, to }: TideShape["bed"]): CSSProperties {
  return { "--from": from, "--to": to } as CSSProperties;
}

function Gauge({ shape }: { readonly shape: TideShape }) {
  const { bed, water, usual, flag } = shape;
  return (
    <span className="tide-gauge">
      <span className="tide-bed" style={span(bed)} />
      {water !== null && <span className="tide-water" style={span({ from: bed.from, to: water })} />}
      {usual && <span className="tide-usual" style={span(usual)} />}
      {flag !== null && (
        <span
          className={classNames("tide-flag", isFarRight(flag) && "is-left")}
          style={{ "--at": flag } as CSSProperties}
        />
      )}
      {water !== null && <span className="tide-now" style={{ "--at": water } as CSSProperties} />}
    </span>
  );
}

/** The gauge in words, for screen readers. */
export function tideSentence(levels: TideLevels, currency: string): string {
  const { tide } = texts();
  const { price, low, high, usual, target, days } = levels;
  const money = (amount: number) => formatMoney(amount, currency);
  const stand = tideStand(levels);
  const range = low !== null && high !== null && low < high && tide.range(money(low), money(high), days);
  return [
    price !== null && stand !== null ? `${money(price)}: ${tide.stands[stand]}.` : tide.noPrice,
    range,
    range && usual && tide.usually(money(usual.low), money(usual.high)),
    target !== null && tide.targetIs(money(target)),
  ]
    .filter(Boolean)
    .join(" ");
}
