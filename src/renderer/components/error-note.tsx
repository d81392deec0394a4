import { CircleAlert, Clock, Coins } from "lucide-react";
import type { CallError } from "../../shared/calls.js";
import { explainError } from "../lib/explain-error.js";
import { texts } from "../lib/texts.js";
import { Button } from "./button.js";
import "./error-note.css";

interface ErrorNoteProps {
  readonly error: CallError;
  readonly onRetry?: () => void;
}

function ErrorIcon({ code }: { readonly code: CallError["code"] }) {
  if (code === "ERR_CREDITS_EXHAUSTED") return <Coins size={18} aria-hidden="true" />;
  if (code === "ERR_RATE_LIMIT") return <Clock size={18} aria-hidden="true" />;
  return <CircleAlert size={18} aria-hidden="true" />;
}

/** What failed and what to do about it, in the place where the answer would have been. */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { title, advice } = explainError(error);
  return (
    <div className="error-note" role="alert">
      <ErrorIcon code={error.code} />
      <div className="error-note-text">
        <strong>{title}</strong>
        <p>{advice}</p>
        <code className="error-note-code">{error.code}</code>
      </div>
      {onRetry && <Button onClick={onRetry}>{texts().common.tryAgain}</Button>}
    </div>
  );
}
