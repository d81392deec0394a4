import { useState } from "react";
import type { UpstreamSummary } from "../../../shared/app/upstreams.js";
import { FormDialog } from "../../components/dialog.js";
import { TextField } from "../../components/fields.js";
import { texts } from "../../lib/texts.js";
import { change, forgetAnswers } from "../../stores/answers.js";

const urlField = {
  type: "url",
  required: true,
  maxLength: 2_048,
  placeholder: "https://service.example/v1",
  spellCheck: false,
} as const;

/** Masked while typed. The engine never sends a saved key to the window. */
const keyField = { type: "password", autoComplete: "off", maxLength: 300 } as const;

/** Queries the service's usage before saving, so that only working connections are saved. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [baseUrl, setBaseUrl] = useState("");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const connect = async () => {
    const input = { base_url: baseUrl.trim(), key, name };
    const error = await change("upstreams.add", input, "upstreams.list");
    // The new service may know more products.
    if (error === null) forgetAnswers(false);
    return error;
  };
  const { common, services } = texts();
  return (
    <FormDialog
      title={services.connectOne}
      submit={services.connect}
      submitting={services.connecting}
      onSubmit={connect}
      onClose={onClose}
    >
      <TextField {...urlField} label={services.baseUrl} value={baseUrl} onChange={setBaseUrl} />
      <TextField {...keyField} label={services.key} required value={key} onChange={setKey} />
      <TextField
        label={common.name}
        maxLength={100}
        placeholder={services.nameUnlessTold}
        value={name}
        onChange={setName}
      />
      <p className="quiet">{services.connectAbout}</p>
    </FormDialog>
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
  const save = () => {
    const typed = { ...(isMoved && { base_url: baseUrl.trim() }), ...(key !== "" && { key }) };
    return change("upstreams.update", { id: service.id, name, ...typed }, "upstreams.list");
  };
  const { common, services } = texts();
  return (
    <FormDialog
      title={services.edit}
      submit={common.save}
      submitting={services.saving}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={common.name} maxLength={100} value={name} onChange={setName} />
      <TextField {...urlField} label={services.baseUrl} value={baseUrl} onChange={setBaseUrl} />
      <TextField
        {...keyField}
        label={services.key}
        required={isMoved}
        placeholder={isMoved ? services.keyOfServer : services.keepKey}
        value={key}
        onChange={setKey}
      />
    </FormDialog>
  );
}
