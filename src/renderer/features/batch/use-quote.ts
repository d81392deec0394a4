import { useEffect, useState } from "react";
import type { BatchQuote } from "../../../shared/app/alerts.js";
import type { CallError } from "../../../shared/calls.js";
import type { BatchExtra } from "../../stores/batch-draft.js";
import { ask } from "../../stores/call-engine.js";
import { batchParts, identifiersMax } from "./batch-parts.js";
import { sumQuotes } from "./quote-text.js";

/** Free, yet a long list takes the engine a moment: it is asked after a pause in typing. */
const pauseMs = 350;

interface Quoted {
  readonly question: string;
  readonly quote: BatchQuote | null;
  readonly error: CallError | null;
}

export interface QuoteState {
  readonly quote: BatchQuote | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
}

/** What looking these up would find and cost. Each part is charged by itself, so each is asked for by itself. */
export function useQuote(identifiers: readonly string[], include: readonly BatchExtra[]): QuoteState {
  const question = JSON.stringify([identifiers, include]);
  const isAskable = identifiers.length > 0 && identifiers.length <= identifiersMax;
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question stands for the contents of both lists
  useEffect(() => {
    if (!isAskable) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = await quoteParts(identifiers, include, () => isStale);
      if (!isStale) setQuoted({ question, ...answer });
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [question, isAskable]);
  const isCurrent = isAskable && quoted?.question === question;
  return {
    quote: isCurrent ? quoted.quote : null,
    error: isCurrent ? quoted.error : null,
    isLoading: isAskable && !isCurrent,
  };
}

async function quoteParts(
  identifiers: readonly string[],
  include: readonly BatchExtra[],
  isStale: () => boolean,
): Promise<Omit<Quoted, "question">> {
  const quotes: BatchQuote[] = [];
  for (const part of batchParts(identifiers)) {
    const result = await ask("batch.quote", { identifiers: part, include: [...include] });
    if (!result.ok) return { quote: null, error: result.error };
    quotes.push(result.data);
    if (isStale()) break;
  }
  return { quote: sumQuotes(quotes), error: null };
}
