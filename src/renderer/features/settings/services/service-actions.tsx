import { useState } from "react";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import type { CallError } from "../../../../shared/calls.js";
import type { ActionText } from "../../../../shared/texts/texts.js";
import { Button } from "../../../components/button.js";
import { ConfirmDialog } from "../../../components/confirm-dialog.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { EditServiceDialog } from "./edit-service-dialog.js";

interface ServiceActionsProps {
  readonly service: UpstreamSummary;
  readonly onFailure: (error: CallError | null) => void;
  readonly onTest: () => void;
}

export function ServiceActions({ service, onFailure, onTest }: ServiceActionsProps) {
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, name, state } = service;
  const isOff = state === "disabled" || state === "refused";
  const close = () => setOpen(null);
  const change = async () => {
    setBusy(true);
    const result = await callOnce("upstreams.update", { id, enabled: isOff });
    setBusy(false);
    onFailure(result.ok ? null : result.error);
    expireAnswers("upstreams.list");
  };
  const remove = async () => {
    const result = await callOnce("upstreams.remove", { id });
    onFailure(result.ok ? null : result.error);
    expireAnswers("upstreams.list");
  };
  const { actions, services } = texts();
  const button = ({ label, of }: ActionText, run: () => void) => (
    <Button variant="quiet" aria-label={of(name)} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="service-actions">
      {button(actions.test, onTest)}
      {button(actions.edit, () => setOpen("edit"))}
      {button(isOff ? actions.enable : actions.disable, () => void change())}
      {button(actions.remove, () => setOpen("remove"))}
      {open === "edit" && <EditServiceDialog service={service} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={services.removeTitle(name)}
          message={services.removeAbout}
          confirm={services.remove}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </div>
  );
}
