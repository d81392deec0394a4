import { Star } from "lucide-react";
import { formatCount, formatTenth } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import "./rating.css";

/** `4.6 (1,234)` with one star: five half-filled ones say no more and read worse. */
export function Rating({ value, count }: { readonly value: number; readonly count: number }) {
  const { shown } = texts();
  return (
    <span className="rating">
      <Star size={13} className="rating-star" />
      <span className="visually-hidden">{shown.rated} </span>
      {formatTenth(value)}
      <span className="visually-hidden"> {shown.outOfFiveBy}</span>
      <span className="quiet">
        ({formatCount(count)}
        <span className="visually-hidden"> {shown.reviewers}</span>)
      </span>
    </span>
  );
}
