import { CircleCheck, LoaderCircle, Plus, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { CallError, OperationName } from "../../../shared/calls.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { explainError } from "../../lib/explain-error.js";
import type { Answer } from "../../stores/answers.js";
import "./programs.css";

/** What the sections of channels, services and webhooks have in common. */

interface ConnectionsProps<T> {
  readonly said: Record<"title" | "about" | "noneTitle" | "noneAbout", string>;
  readonly icon: ReactNode;
  readonly actions: ReactNode;
  readonly list: Pick<Answer<OperationName>, "error" | "isLoading" | "refresh">;
  /** What keeps all of them from working, in a sentence. */
  readonly problem?: string | null | undefined;
  /** Undefined until they are known. */
  readonly items: readonly T[] | undefined;
  readonly renderItem: (item: T) => ReactNode;
  readonly children: ReactNode;
}

/** Connections to other programs. Children are dialogs. */
export function ConnectionsSection<T>(props: ConnectionsProps<T>) {
  const { said, icon, actions, list, problem, items, renderItem, children } = props;
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="connections-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {problem && <p className="connections-about warn">{problem}</p>}
      {items?.length === 0 && (
        <EmptyState icon={icon} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      {items ? (
        <ul aria-label={said.title}>{items.map(renderItem)}</ul>
      ) : (
        (list.isLoading || !list.error) && <Skeleton height={96} />
      )}
      {children}
    </Section>
  );
}

interface AddButtonProps {
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly onClick: () => void;
  readonly children: string;
}

export function AddButton(props: AddButtonProps) {
  return <Button icon={<Plus size={14} aria-hidden="true" />} {...props} />;
}

/** The state of a connection's test: `null` while it runs. */
export interface TestResult {
  readonly isGood: boolean;
  readonly text: string;
}

interface TestLineProps {
  readonly running: string;
  readonly result: TestResult | null;
}

export function TestLine({ running, result }: TestLineProps) {
  if (result === null)
    return (
      <p className="connection-test" role="status">
        <LoaderCircle size={14} className="spin" aria-hidden="true" /> {running}
      </p>
    );
  const Icon = result.isGood ? CircleCheck : TriangleAlert;
  return (
    <p className="connection-test" role="status">
      <span className={result.isGood ? "good" : "warn"}>
        <Icon size={14} aria-hidden="true" /> {result.text}
      </span>
    </p>
  );
}

/** A quiet button with an action on the connection of this name. */
export function actionButton(name: string, { label, of }: ActionText, run: () => void, disabled = false) {
  return (
    <Button variant="quiet" aria-label={of(name)} disabled={disabled} onClick={run}>
      {label}
    </Button>
  );
}

export function errorText(error: CallError): string {
  const { title, advice } = explainError(error);
  return `${title} ${advice}`;
}
