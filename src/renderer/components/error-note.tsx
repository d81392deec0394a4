import { CircleAlert } from "lucide-react";
import type { CallError } from "../../shared/calls.js";
import { explainError } from "../lib/explain-error.js";
import { texts } from "../lib/texts.js";
import { Button } from "./button.js";
import "./error-note.css";

/** Shows an error and its next step where the data would have been. */
export function ErrorNote({ error, onRetry }: { readonly error: CallError; readonly onRetry?: () => void }) {
  const { title, advice } = explainError(error);
  return (
    <div className="error-note line gap-3" role="alert">
      <CircleAlert size={18} />
      <div className="error-note-text">
        <strong>{title}</strong>
        <p>{advice}</p>
      </div>
      {onRetry && <Button onClick={onRetry}>{texts().common.tryAgain}</Button>}
    </div>
  );
}
