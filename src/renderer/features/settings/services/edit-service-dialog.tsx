import { type FormEvent, useState } from "react";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { ErrorNote } from "../../../components/error-note.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { BaseUrlField, KeyField, NameField } from "./fields.js";

interface EditServiceDialogProps {
  readonly service: UpstreamSummary;
  readonly onClose: () => void;
}

/** Edits name, address and key. Saved only if they work; a new address needs the key again. */
export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const [name, setName] = useState(service.name);
  const [baseUrl, setBaseUrl] = useState(service.base_url);
  const [key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const isMoved = baseUrl.trim() !== service.base_url;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await callOnce("upstreams.update", {
      id: service.id,
      name,
      ...(isMoved && { base_url: baseUrl.trim() }),
      ...(key !== "" && { key }),
    });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    expireAnswers("upstreams.list");
    onClose();
  };
  const { common, services } = texts();
  return (
    <Dialog title={services.edit} onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(event)}>
        <NameField value={name} onChange={setName} />
        <BaseUrlField value={baseUrl} onChange={setBaseUrl} />
        <KeyField
          value={key}
          onChange={setKey}
          isRequired={isMoved}
          placeholder={isMoved ? services.keyOfServer : services.keepKey}
        />
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isBusy ? services.saving : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
