import { CircleAlert } from "lucide-react";
import { Button } from "../../components/button.js";

interface JobFailureProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

/** Decision 24: a job that fails gives back what it was charged. */
export function JobFailure({ message, onRetry }: JobFailureProps) {
  return (
    <div className="error-note" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="error-note-text">
        <strong>{message}</strong>
        <p>The credits that it had cost so far were given back.</p>
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
