import { CircleCheck, CircleMinus } from "lucide-react";
import type { ReactNode } from "react";
import type { Product } from "../../../../shared/contract/product.js";
import type { TldrReview } from "../../../../shared/contract/review.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { ScoreBars } from "./score-bars.js";
import "./review-section.css";

export function ReviewSection({ product }: { readonly product: Product }) {
  const answer = useAnswer("reviews.get", { id: product.service });
  if (answer.error?.code === "ERR_PRODUCT_NOT_FOUND") return null;
  return (
    <Section title={texts().product.review}>
      {answer.data ? (
        <ReviewOrNone review={answer.data.review} score={product.score} />
      ) : answer.error ? (
        <ErrorNote error={answer.error} onRetry={answer.refresh} />
      ) : (
        <div role="status" aria-label={texts().product.loadingReview}>
          <Skeleton height={150} />
        </div>
      )}
    </Section>
  );
}

interface ReviewOrNoneProps {
  readonly review: TldrReview | null;
  /** What is known without a review. */
  readonly score: Product["score"];
}

function ReviewOrNone({ review, score }: ReviewOrNoneProps) {
  const { product: said } = texts();
  if (!review)
    return (
      <div className="review-none">
        <p className="quiet">{said.noReview}</p>
        {score && <ScoreBars score={score} />}
      </div>
    );
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
