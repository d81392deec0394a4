import { CircleAlert } from "lucide-react";
import { Button } from "../../components/button.js";

interface JobFailureProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

const advice = "Look at the Account page if credits ran out; otherwise look the list up again.";

/** The engine's sentence says why, and that what it had cost was given back (decision 24). */
export function JobFailure({ message, onRetry }: JobFailureProps) {
  return (
    <div className="error-note" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="error-note-text">
        <strong>{message}</strong>
        <p>{advice}</p>
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
