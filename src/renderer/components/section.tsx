import { type ReactNode, useId } from "react";
import { classNames } from "../lib/class-names.js";
import "./section.css";

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** The content reaches the edges: lists and tables. */
  readonly flush?: boolean;
  /** Hides the title visually; screen readers still read it. */
  readonly isTitleHidden?: boolean;
  readonly children: ReactNode;
}

/** A titled card, and a landmark for screen readers. */
export function Section({ title, actions, flush = false, isTitleHidden = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section card shrinks" aria-labelledby={id}>
      <header className={isTitleHidden ? "visually-hidden" : "section-header line wraps between"}>
        <h2 id={id}>{title}</h2>
        {actions && <div className="section-actions line wraps">{actions}</div>}
      </header>
      <div className={classNames("section-body", flush && "is-flush")}>{children}</div>
    </section>
  );
}

/** A name and its value, in a `dl`. */
export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
