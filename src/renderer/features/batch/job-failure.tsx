import { CircleAlert } from "lucide-react";
import { Button } from "../../components/button.js";
import { texts } from "../../lib/texts.js";

interface JobFailureProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

/** The engine's sentence says why. */
export function JobFailure({ message, onRetry }: JobFailureProps) {
  return (
    <div className="error-note" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="error-note-text">
        <strong>{message}</strong>
        <p>{texts().results.failureAdvice}</p>
      </div>
      {onRetry && <Button onClick={onRetry}>{texts().common.tryAgain}</Button>}
    </div>
  );
}
