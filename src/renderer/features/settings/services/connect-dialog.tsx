import { type FormEvent, useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { ErrorNote } from "../../../components/error-note.js";
import { callOnce } from "../../../lib/call-engine.js";
import { expireAnswers, forgetAnswers } from "../../../stores/answers.js";
import { BaseUrlField, KeyField, NameField } from "./fields.js";

/** Asks the service for its usage before anything is saved, so that what is connected works. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [baseUrl, setBaseUrl] = useState("");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await callOnce("services.add", { base_url: baseUrl.trim(), key, name });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    // What nobody knew a moment ago may be known there.
    forgetAnswers(false);
    expireAnswers("services.list");
    onClose();
  };
  return (
    <Dialog title="Connect a service" onClose={onClose}>
      <form className="form" onSubmit={(event) => void connect(event)}>
        <BaseUrlField value={baseUrl} onChange={setBaseUrl} />
        <KeyField value={key} onChange={setKey} isRequired />
        <NameField value={name} onChange={setName} placeholder="The server's address unless told" />
        <p className="quiet">
          What is looked up and not known here is sent there, and costs that account’s credits; so does each
          check of a watched product that came from there. The key is sent to this address only.
        </p>
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isBusy ? "Connecting…" : "Connect"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
