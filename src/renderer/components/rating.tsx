import { Star } from "lucide-react";
import { formatCount } from "../lib/format.js";
import "./rating.css";

interface RatingProps {
  readonly value: number;
  readonly count: number;
}

/** `4.6 (1,234)` with one star: five half-filled ones say no more and read worse. */
export function Rating({ value, count }: RatingProps) {
  return (
    <span className="rating">
      <Star size={13} aria-hidden="true" className="rating-star" />
      <span className="visually-hidden">Rated </span>
      {value.toFixed(1)}
      <span className="visually-hidden"> out of 5 by</span>
      <span className="quiet">
        ({formatCount(count)}
        <span className="visually-hidden"> reviewers</span>)
      </span>
    </span>
  );
}
