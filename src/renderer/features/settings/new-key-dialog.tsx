import { type FormEvent, useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { texts } from "../../lib/texts.js";
import { callOnce } from "../../stores/call-engine.js";
import { ShownOnce } from "./shown-once.js";

/** Creates a key, then shows it once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <Dialog title={key === null ? texts().keys.newTitle : texts().keys.madeTitle} onClose={onClose}>
      {key === null ? (
        <KeyForm onMade={setKey} onClose={onClose} />
      ) : (
        <ShownOnce value={key} what={texts().keys.what} testId="new-key" onClose={onClose} />
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}

function KeyForm({ onMade, onClose }: KeyFormProps) {
  const [name, setName] = useState("");
  const [isReadOnly, setReadOnly] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await callOnce("keys.create", { name, read_only: isReadOnly });
    setBusy(false);
    if (result.ok) onMade(result.data.key);
    else setError(result.error);
  };
  const { common, keys } = texts();
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <label className="form-field">
        {common.name}
        <input
          className="field"
          maxLength={100}
          placeholder={keys.namePlaceholder}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="form-check">
        <input type="checkbox" checked={isReadOnly} onChange={(event) => setReadOnly(event.target.checked)} />
        {keys.readOnly}
        <span className="quiet">{keys.readOnlyNote}</span>
      </label>
      {error && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" type="submit" disabled={isBusy}>
          {keys.create}
        </Button>
      </div>
    </form>
  );
}
