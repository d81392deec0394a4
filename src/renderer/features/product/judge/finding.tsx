import { type ReactNode, useId } from "react";

interface FindingProps {
  readonly title: string;
  /** What is measured, for those who want to know. */
  readonly about: string;
  readonly children: ReactNode;
}

/** One small picture with its title and what it says in words. */
export function Finding({ title, about, children }: FindingProps) {
  const id = useId();
  return (
    <section className="finding" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="finding-about quiet">{about}</p>
      {children}
    </section>
  );
}
