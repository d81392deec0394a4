import { type FormEvent, useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { ErrorNote } from "../../../components/error-note.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers, forgetAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { BaseUrlField, KeyField, NameField } from "./fields.js";

/** Queries the service's usage before saving, so that only working connections are saved. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [baseUrl, setBaseUrl] = useState("");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await callOnce("upstreams.add", { base_url: baseUrl.trim(), key, name });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    // Expires answers, because the new service may know more products.
    forgetAnswers(false);
    expireAnswers("upstreams.list");
    onClose();
  };
  const { common, services } = texts();
  return (
    <Dialog title={services.connectOne} onClose={onClose}>
      <form className="form" onSubmit={(event) => void connect(event)}>
        <BaseUrlField value={baseUrl} onChange={setBaseUrl} />
        <KeyField value={key} onChange={setKey} isRequired />
        <NameField value={name} onChange={setName} placeholder={services.nameUnlessTold} />
        <p className="quiet">{services.connectAbout}</p>
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isBusy ? services.connecting : services.connect}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
