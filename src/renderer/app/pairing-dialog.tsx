import { useState } from "react";
import type { AppOutput } from "../../shared/app/operations.js";
import type { CallError } from "../../shared/calls.js";
import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { ErrorNote } from "../components/error-note.js";
import { texts } from "../lib/texts.js";
import { expireAnswers, useAnswer } from "../stores/answers.js";
import { callOnce } from "../stores/call-engine.js";
import { notify } from "../stores/notices.js";
import "./pairing-dialog.css";

type Pairing = AppOutput<"pairings.list">["pairings"][number];

/** Asks whether to connect a browser's extension that waits to be paired. */
export function PairingDialog() {
  const waiting = useAnswer("pairings.list", {}).data?.pairings[0];
  return waiting ? <Consent key={waiting.id} pairing={waiting} /> : null;
}

function Consent({ pairing: { id, name, code } }: { readonly pairing: Pairing }) {
  const [failure, setFailure] = useState<CallError | null>(null);
  const { browsers } = texts();
  const decide = async (operation: "pairings.confirm" | "pairings.refuse") => {
    const result = await callOnce(operation, { pairing: id });
    expireAnswers("pairings.list", "keys.list");
    if (!result.ok) setFailure(result.error);
    else if (operation === "pairings.confirm") notify({ topic: "pairing", text: browsers.paired(name) });
  };
  const refuse = () => void decide("pairings.refuse");
  return (
    <Dialog title={browsers.pairTitle(name)} description={browsers.pairAbout} onClose={refuse}>
      <p className="pairing-code" data-testid="pairing-code">
        {code}
      </p>
      {failure && <ErrorNote error={failure} />}
      <div className="dialog-actions">
        <Button onClick={refuse}>{browsers.refuse}</Button>
        <Button variant="primary" onClick={() => void decide("pairings.confirm")}>
          {browsers.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
