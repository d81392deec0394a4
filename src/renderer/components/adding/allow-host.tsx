import { useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import { texts } from "../../lib/texts.js";
import { expireAnswers } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { Button } from "../button.js";
import { ErrorNote } from "../error-note.js";

interface AllowHostProps {
  readonly host: string;
  readonly onAllowed: () => void;
}

/** A link into a private network is followed only with the shopper's consent. */
export function AllowHost({ host, onAllowed }: AllowHostProps) {
  const [error, setError] = useState<CallError | null>(null);
  const allow = async () => {
    const result = await callOnce("pages.allow", { host, is_allowed: true });
    if (!result.ok) return setError(result.error);
    expireAnswers("pages.hosts");
    onAllowed();
  };
  return (
    <section className="add-message" aria-label={texts().adding.allowTitle}>
      <p>
        <code>{host}</code> {texts().adding.isPrivate}
      </p>
      <Button variant="primary" onClick={() => void allow()}>
        {texts().adding.allow(host)}
      </Button>
      {error && <ErrorNote error={error} />}
    </section>
  );
}
