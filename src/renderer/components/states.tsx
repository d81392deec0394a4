import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { CallError, OperationName, OperationResult } from "../../shared/calls.js";
import { classNames } from "../lib/class-names.js";
import { explainError } from "../lib/explain-error.js";
import { texts } from "../lib/texts.js";
import type { Answer } from "../stores/answers.js";
import { Button } from "./button.js";
import "./states.css";

/** Shows an error and its next step where the data would have been. */
export function ErrorNote({ error, onRetry }: { readonly error: CallError; readonly onRetry?: () => void }) {
  return <ProblemNote {...explainError(error)} onRetry={onRetry} />;
}

interface ProblemNoteProps {
  readonly title: string;
  readonly advice: string;
  readonly onRetry?: (() => void) | undefined;
}

export function ProblemNote({ title, advice, onRetry }: ProblemNoteProps) {
  return (
    <div className="error-note line gap-3 from-start" role="alert">
      <CircleAlert size={18} />
      <div className="grow">
        <strong>{title}</strong>
        <p>{advice}</p>
      </div>
      {onRetry && <Button onClick={onRetry}>{texts().common.tryAgain}</Button>}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string | null;
  /** The only content of a page, so its title is the page's heading. */
  readonly isPage?: boolean;
  /** A next step. */
  readonly children?: ReactNode;
}

/** Explains why something is empty, and offers a next step. */
export function EmptyState({ icon: Icon, title, text, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="empty-state stack middles soft">
      <span className="empty-state-icon tile">
        <Icon size={22} />
      </span>
      <Heading className="empty-state-title breaks">{title}</Heading>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

interface SkeletonProps {
  readonly width?: number | string;
  readonly height?: number | string;
}

/** A placeholder of the size of the coming content. */
export function Skeleton({ width = "100%", height = 14 }: SkeletonProps) {
  return <span className="skeleton well fixed" style={{ width, height }} aria-hidden="true" />;
}

/** A placeholder that says to screen readers what is coming. */
export function Loading({ label, height }: { readonly label: string; readonly height: number }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} />
    </div>
  );
}

interface AnsweredProps<K extends OperationName> {
  readonly answer: Answer<K>;
  /** Of the placeholder until the data arrives. */
  readonly height: number;
  readonly children: (data: OperationResult<K>) => ReactNode;
}

/** Shows the data of an answer, the error instead of it, or that it is still to come. */
export function Answered<K extends OperationName>({ answer, height, children }: AnsweredProps<K>) {
  if (answer.data) return children(answer.data);
  if (answer.error) return <ErrorNote error={answer.error} onRetry={answer.refresh} />;
  return <Skeleton height={height} />;
}

interface SkeletonRowsProps {
  readonly count: number;
  readonly label: string;
  /** Rows of three lines instead of two. */
  readonly tall?: boolean;
}

/** A list of placeholders of the height of its rows, so that nothing moves when the list arrives. */
export function SkeletonRows({ count, label, tall = false }: SkeletonRowsProps) {
  return (
    <div className="list-card" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical rows without state
        <div className={classNames("skeleton-row line gap-3", tall && "is-tall")} key={row}>
          <Skeleton width={44} height={44} />
          <div className="skeleton-lines stack grow">
            <Skeleton width={`${62 - (row % 3) * 9}%`} />
            <Skeleton width={`${38 - (row % 2) * 8}%`} height={11} />
          </div>
          <Skeleton width={64} height={18} />
        </div>
      ))}
    </div>
  );
}
