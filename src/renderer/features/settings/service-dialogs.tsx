import { useState } from "react";
import type { UpstreamSummary } from "../../../shared/app/upstreams.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { texts } from "../../lib/texts.js";
import { expireAnswers, forgetAnswers } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";

/** Queries the service's usage before saving, so that only working connections are saved. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [baseUrl, setBaseUrl] = useState("");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const connect = async () => {
    const result = await callOnce("upstreams.add", { base_url: baseUrl.trim(), key, name });
    if (!result.ok) return result.error;
    // Expires answers, because the new service may know more products.
    forgetAnswers(false);
    expireAnswers("upstreams.list");
    onClose();
    return null;
  };
  const { services } = texts();
  return (
    <Dialog title={services.connectOne} onClose={onClose}>
      <DialogForm
        submit={services.connect}
        submitting={services.connecting}
        onSubmit={connect}
        onClose={onClose}
      >
        <BaseUrlField value={baseUrl} onChange={setBaseUrl} />
        <KeyField value={key} onChange={setKey} isRequired />
        <NameField value={name} onChange={setName} placeholder={services.nameUnlessTold} />
        <p className="quiet">{services.connectAbout}</p>
      </DialogForm>
    </Dialog>
  );
}

interface EditServiceDialogProps {
  readonly service: UpstreamSummary;
  readonly onClose: () => void;
}

/** Edits name, address and key. Saved only if they work; a new address needs the key again. */
export function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const [name, setName] = useState(service.name);
  const [baseUrl, setBaseUrl] = useState(service.base_url);
  const [key, setKey] = useState("");
  const isMoved = baseUrl.trim() !== service.base_url;
  const save = async () => {
    const result = await callOnce("upstreams.update", {
      id: service.id,
      name,
      ...(isMoved && { base_url: baseUrl.trim() }),
      ...(key !== "" && { key }),
    });
    if (!result.ok) return result.error;
    expireAnswers("upstreams.list");
    onClose();
    return null;
  };
  const { common, services } = texts();
  return (
    <Dialog title={services.edit} onClose={onClose}>
      <DialogForm submit={common.save} submitting={services.saving} onSubmit={save} onClose={onClose}>
        <NameField value={name} onChange={setName} />
        <BaseUrlField value={baseUrl} onChange={setBaseUrl} />
        <KeyField
          value={key}
          onChange={setKey}
          isRequired={isMoved}
          placeholder={isMoved ? services.keyOfServer : services.keepKey}
        />
      </DialogForm>
    </Dialog>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}

function BaseUrlField({ value, onChange }: FieldProps) {
  return (
    <label className="form-field">
      {texts().services.baseUrl}
      <input
        className="field"
        type="url"
        required
        maxLength={2_048}
        placeholder="https://service.example/v1"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface KeyFieldProps extends FieldProps {
  readonly isRequired: boolean;
}

/** Masked while typed. The engine never sends a saved key to the window. */
function KeyField({ value, onChange, isRequired, placeholder }: KeyFieldProps) {
  return (
    <label className="form-field">
      {texts().services.key}
      <input
        className="field"
        type="password"
        autoComplete="off"
        required={isRequired}
        maxLength={300}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function NameField({ value, onChange, placeholder }: FieldProps) {
  return (
    <label className="form-field">
      {texts().common.name}
      <input
        className="field"
        maxLength={100}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
