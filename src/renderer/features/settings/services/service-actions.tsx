import { useState } from "react";
import type { ServiceSummary } from "../../../../shared/app/services.js";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ConfirmDialog } from "../../../components/confirm-dialog.js";
import { callOnce } from "../../../lib/call-engine.js";
import { expireAnswers } from "../../../stores/answers.js";
import { EditServiceDialog } from "./edit-service-dialog.js";

interface ServiceActionsProps {
  readonly service: ServiceSummary;
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
    const result = await callOnce("services.update", { id, enabled: isOff });
    setBusy(false);
    onFailure(result.ok ? null : result.error);
    expireAnswers("services.list");
  };
  const remove = async () => {
    const result = await callOnce("services.remove", { id });
    onFailure(result.ok ? null : result.error);
    expireAnswers("services.list");
  };
  const button = (label: string, run: () => void) => (
    <Button variant="quiet" aria-label={`${label} ${name}`} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="service-actions">
      {button("Test", onTest)}
      {button("Edit", () => setOpen("edit"))}
      {button(isOff ? "Enable" : "Disable", () => void change())}
      {button("Remove", () => setOpen("remove"))}
      {open === "edit" && <EditServiceDialog service={service} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          message="It is asked for nothing any more, and its key is deleted. The products, offers and prices that came from it stay here, as old as they are then."
          confirm="Remove service"
          onConfirm={remove}
          onClose={close}
        />
      )}
    </div>
  );
}
