import { CircleCheck, LoaderCircle, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { CallError, CallResult, OperationName, OperationResult } from "../../../shared/calls.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { Button } from "../../components/button.js";
import { Section } from "../../components/section.js";
import { EmptyState, ErrorNote, Skeleton } from "../../components/states.js";
import { explainError } from "../../lib/explain-error.js";
import { type Answer, expireAnswers } from "../../stores/answers.js";
import "./programs.css";

/** What the sections of channels, services and webhooks have in common. */

interface ConnectionsProps<T> {
  readonly said: Record<"title" | "about" | "noneTitle" | "noneAbout", string>;
  readonly icon: LucideIcon;
  readonly actions: ReactNode;
  readonly list: Pick<Answer<OperationName>, "error" | "isLoading" | "refresh">;
  /** Undefined until they are known. */
  readonly items: readonly T[] | undefined;
  readonly renderItem: (item: T) => ReactNode;
}

/** Connections to other programs. */
export function ConnectionsSection<T>(props: ConnectionsProps<T>) {
  const { said, icon, actions, list, items, renderItem } = props;
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="section-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {items?.length === 0 && <EmptyState icon={icon} title={said.noneTitle} text={said.noneAbout} />}
      {items ? (
        <ul aria-label={said.title}>{items.map(renderItem)}</ul>
      ) : (
        (list.isLoading || !list.error) && <Skeleton height={96} />
      )}
    </Section>
  );
}

/** How the test of a connection ended. */
export interface TestResult {
  readonly isGood: boolean;
  readonly text: string;
}

interface Test<K extends OperationName> {
  /** The line while it runs. */
  readonly running: string;
  readonly send: () => Promise<CallResult<K>>;
  /** The operation whose answer it changes. */
  readonly changed?: OperationName;
  readonly toResult: (data: OperationResult<K>) => TestResult;
}

/** A test to run, and the line about it once it has been started. */
export function useTest<K extends OperationName>({ running, send, changed, toResult }: Test<K>) {
  const [state, setState] = useState<TestResult | "running" | null>(null);
  /** Resolves to the test's result; null if it could not be made. */
  const run = async () => {
    setState("running");
    const result = await send();
    if (changed) expireAnswers(changed);
    const ended = result.ok ? toResult(result.data) : { isGood: false, text: errorText(result.error) };
    setState(ended);
    return result.ok ? ended.isGood : null;
  };
  const isRunning = state === "running";
  const line = state && <TestLine running={running} result={state === "running" ? null : state} />;
  return { line, isRunning, run, clear: () => setState(null) };
}

function TestLine({ running, result }: { readonly running: string; readonly result: TestResult | null }) {
  const Icon = result === null ? LoaderCircle : result.isGood ? CircleCheck : TriangleAlert;
  return (
    <p className="connection-test" role="status">
      <span className={result === null ? undefined : result.isGood ? "good" : "warn"}>
        <Icon size={14} className={result === null ? "spin" : undefined} aria-hidden="true" />{" "}
        {result?.text ?? running}
      </span>
    </p>
  );
}

interface ConnectionProps {
  /** The line on top: name and state. */
  readonly top: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly test: ReactNode;
  readonly failure: CallError | null;
}

/** One connection: what is known of it, its actions, and how the last of them ended. */
export function Connection({ top, children, actions, test, failure, ...attributes }: ConnectionProps) {
  return (
    <li className="connection stack gap-1" {...attributes}>
      <div className="connection-top line wraps">{top}</div>
      {children}
      <div className="connection-actions line wraps gap-0">{actions}</div>
      {test}
      {failure && <ErrorNote error={failure} />}
    </li>
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

function errorText(error: CallError): string {
  const { title, advice } = explainError(error);
  return `${title} ${advice}`;
}
