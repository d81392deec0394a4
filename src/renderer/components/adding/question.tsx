import type { ReactNode } from "react";
import { ProductImage } from "../product-image.js";

interface QuestionProps {
  /** The question for screen readers; without one, the title says it. */
  readonly label?: string;
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** The address of the product's picture, if it has one. */
  readonly image?: string | null;
  /** Between the text and the answers. */
  readonly children?: ReactNode;
  readonly answers: ReactNode;
  /** A form that a button has opened. */
  readonly form?: ReactNode;
}

/** What a card asks or says about a page, and what the shopper can do. */
export function Question({ label, title, about, image, children, answers, form }: QuestionProps) {
  return (
    <section className="add-message stack bounded starts" aria-label={label}>
      <header className="line gap-3">
        {image !== undefined && typeof title === "string" && (
          <ProductImage title={title} source={image} size="small" />
        )}
        <div className="row-text">
          <h2 className="breaks">{title}</h2>
          <div className="quiet">{about}</div>
        </div>
      </header>
      {children}
      <div className="line wraps">{answers}</div>
      {form}
    </section>
  );
}
