import { CircleCheck, CircleMinus } from "lucide-react";
import type { ReactNode } from "react";
import type { TldrReview } from "../../../shared/contract/review.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { ScoreBars } from "./score-bars.js";
import "./review-section.css";

export function ReviewSection({ service }: { readonly service: string }) {
  const answer = useAnswer("reviews.get", { id: service });
  if (answer.error?.code === "ERR_PRODUCT_NOT_FOUND") return null;
  return (
    <Section title={texts().product.review}>
      {answer.data ? (
        <ReviewOrNone review={answer.data.review} />
      ) : answer.error ? (
        <ErrorNote error={answer.error} onRetry={answer.refresh} />
      ) : (
        <div role="status" aria-label={texts().product.loadingReview}>
          <Skeleton height={120} />
        </div>
      )}
    </Section>
  );
}

function ReviewOrNone({ review }: { readonly review: TldrReview | null }) {
  const { product: said } = texts();
  if (!review) return <p className="quiet">{said.noReview}</p>;
  return (
    <div className="review">
      <div className="review-text">
        <p className="review-headline">{review.headline}</p>
        <div className="review-lists">
          <Points title={said.good} items={review.pros} icon={<CircleCheck size={15} className="is-pro" />} />
          <Points
            title={said.lessGood}
            items={review.cons}
            icon={<CircleMinus size={15} className="is-con" />}
          />
        </div>
        <p>
          <strong>{said.bottomLine} </strong>
          {review.bottom_line}
        </p>
      </div>
      <ScoreBars score={review.scores} />
    </div>
  );
}

interface PointsProps {
  readonly title: string;
  readonly items: readonly string[];
  readonly icon: ReactNode;
}

function Points({ title, items, icon }: PointsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="review-points">
        {items.map((item) => (
          <li key={item}>
            <span aria-hidden="true">{icon}</span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
