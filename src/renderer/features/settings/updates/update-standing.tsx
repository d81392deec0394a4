import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { assertNever } from "../../../../shared/assert-never.js";
import type { UpdateState } from "../../../../shared/updates.js";
import { Button } from "../../../components/button.js";
import { bridge } from "../../../lib/bridge.js";
import { formatDateTime } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import "../../../components/error-note.css";
import { UpdateDownload } from "./update-download.js";
import { UpdateOffer } from "./update-offer.js";

/** The state of the update, with the actions for it. */
export function UpdateStanding({ update }: { readonly update: UpdateState }): ReactNode {
  const { updates } = texts();
  switch (update.state) {
    case "unavailable":
      return <Line text={updates.unavailable} note={updates.unavailableAbout} />;
    case "idle":
      return <Line text={updates.idle} action={<CheckButton />} />;
    case "checking":
      return <Line text={updates.checking} action={<CheckButton isBusy />} />;
    case "none":
      return (
        <Line
          icon={<CircleCheck className="update-good" size={18} aria-hidden="true" />}
          text={updates.none}
          note={updates.checkedAt(formatDateTime(update.checkedAtMs))}
          action={<CheckButton />}
        />
      );
    case "available":
      return <UpdateOffer offer={update.offer} />;
    case "downloading":
      return <UpdateDownload offer={update.offer} progress={update.progress} />;
    case "ready":
      return (
        <Line
          icon={<CircleCheck className="update-good" size={18} aria-hidden="true" />}
          text={updates.ready(update.offer.version)}
          note={updates.readyAbout}
          action={
            <Button variant="primary" onClick={() => void bridge().invoke("updates:install")}>
              {updates.restart}
            </Button>
          }
        />
      );
    case "failed":
      return <Failed update={update} />;
    default:
      return assertNever(update);
  }
}

function Failed({ update }: { readonly update: Extract<UpdateState, { state: "failed" }> }) {
  const { common, updates } = texts();
  return (
    <div className="error-note" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="error-note-text">
        <strong>{updates.failed[update.step]}</strong>
        <p>{updates.problems[update.reason]}</p>
      </div>
      <Button
        onClick={() => void bridge().invoke(update.offer === null ? "updates:check" : "updates:download")}
      >
        {common.tryAgain}
      </Button>
    </div>
  );
}

function CheckButton({ isBusy = false }: { readonly isBusy?: boolean }) {
  return (
    <Button disabled={isBusy} onClick={() => void bridge().invoke("updates:check")}>
      {texts().updates.check}
    </Button>
  );
}

interface LineProps {
  readonly icon?: ReactNode;
  readonly text: string;
  readonly note?: string;
  readonly action?: ReactNode;
}

function Line({ icon, text, note, action }: LineProps) {
  return (
    <div className="setting">
      <div className="update-line" role="status">
        {icon}
        <div>
          <strong>{text}</strong>
          {note !== undefined && <p className="quiet">{note}</p>}
        </div>
      </div>
      {action}
    </div>
  );
}
