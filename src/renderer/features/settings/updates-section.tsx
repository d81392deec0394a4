import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { assertNever } from "../../../shared/assert-never.js";
import type { OfferedUpdate, UpdateState } from "../../../shared/updates.js";
import { Button } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { ProgressBar } from "../../components/progress-bar.js";
import { Section } from "../../components/section.js";
import { ProblemNote } from "../../components/states.js";
import { Switch } from "../../components/switch.js";
import { bridge, followState } from "../../lib/bridge.js";
import { formatBytes, formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useSettings } from "../../stores/settings.js";

/** Checks for a newer version and installs it. */
export function UpdatesSection() {
  const [update, setUpdate] = useState<UpdateState | null>(null);
  useEffect(() => followState("updates:changed", () => bridge().invoke("updates:state"), setUpdate), []);
  const { checkForUpdates } = useSettings();
  const { updates } = texts();
  if (update === null) return null;
  return (
    <Section title={updates.title}>
      <div className="stack gap-3">
        <UpdateStatus update={update} />
        {update.state !== "unavailable" && (
          <Switch
            label={updates.byItself}
            note={updates.byItselfNote}
            isOn={checkForUpdates}
            onChange={(isOn) => void changeSettings({ checkForUpdates: isOn })}
          />
        )}
      </div>
    </Section>
  );
}

/** The state of the update, with the actions for it. */
function UpdateStatus({ update }: { readonly update: UpdateState }): ReactNode {
  const { updates } = texts();
  switch (update.state) {
    case "unavailable":
      return <StatusLine text={updates.unavailable} note={updates.unavailableAbout} />;
    case "idle":
      return <StatusLine text={updates.idle} action={<CheckButton />} />;
    case "checking":
      return <StatusLine text={updates.checking} action={<CheckButton isBusy />} />;
    case "none":
      return (
        <StatusLine
          isGood
          text={updates.none}
          note={updates.checkedAt(formatDateTime(update.checkedAtMs))}
          action={<CheckButton />}
        />
      );
    case "available":
      return <Offer offer={update.offer} />;
    case "downloading":
      return <Download update={update} />;
    case "ready":
      return (
        <StatusLine
          isGood
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
      return <Failure update={update} />;
    default:
      return assertNever(update);
  }
}

interface StatusLineProps {
  readonly isGood?: boolean;
  readonly text: string;
  readonly note?: string;
  readonly action?: ReactNode;
}

function StatusLine({ isGood = false, text, note, action }: StatusLineProps) {
  return (
    <div className="setting">
      <div className="line tops grow" role="status">
        {isGood && <CircleCheck className="good" size={18} />}
        <div>
          <strong>{text}</strong>
          {note !== undefined && <p className="quiet">{note}</p>}
        </div>
      </div>
      {action}
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

/** A newer version: its notes, and how to get it. */
function Offer({ offer }: { readonly offer: OfferedUpdate }) {
  const { version, manualDownloadUrl } = offer;
  const { updates } = texts();
  return (
    <>
      <div className="setting">
        <strong role="status">{updates.available(version)}</strong>
        {manualDownloadUrl === null ? (
          <Button variant="primary" onClick={() => void bridge().invoke("updates:download")}>
            {updates.download}
          </Button>
        ) : (
          <Button onClick={() => void bridge().invoke("updates:check")}>{updates.checkAgain}</Button>
        )}
      </div>
      {manualDownloadUrl !== null && <ManualDownload url={manualDownloadUrl} />}
      <ReleaseNotes offer={offer} />
    </>
  );
}

function ManualDownload({ url }: { readonly url: string }) {
  const { updates } = texts();
  return (
    <div>
      <p>{updates.byHand}</p>
      <p className="quiet">{updates.byHandFrom}</p>
      <div className="copy-line line well">
        <code>{url}</code>
        <CopyButton text={url} what={updates.address} />
      </div>
    </div>
  );
}

/** Rendered as plain text, because the notes are untrusted. */
function ReleaseNotes({ offer: { version, notes } }: { readonly offer: OfferedUpdate }) {
  const { updates } = texts();
  if (notes === null) return <p className="quiet">{updates.noNotes}</p>;
  return (
    <div>
      <h3>{updates.whatIsNew(version)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className="update-notes well breaks" aria-label={updates.whatIsNew(version)} tabIndex={0}>
        {notes}
      </section>
    </div>
  );
}

type InState<S extends UpdateState["state"]> = Extract<UpdateState, { state: S }>;

function Download({ update: { offer, progress } }: { readonly update: InState<"downloading"> }) {
  const { common, updates, dataPart } = texts();
  const title = updates.downloading(offer.version);
  const text =
    progress === null
      ? dataPart.starting
      : updates.progress(formatBytes(progress.done), formatBytes(progress.total));
  return (
    <>
      <div className="setting">
        <strong>{title}</strong>
        <Button onClick={() => void bridge().invoke("updates:cancel")}>{common.cancel}</Button>
      </div>
      <ProgressBar label={title} done={progress?.done ?? null} total={progress?.total ?? 0} text={text} />
      <p className="quiet">{text}</p>
    </>
  );
}

function Failure({ update: { step, reason, offer } }: { readonly update: InState<"failed"> }) {
  const { updates } = texts();
  return (
    <ProblemNote
      title={updates.failed[step]}
      advice={updates.problems[reason]}
      onRetry={() => void bridge().invoke(offer === null ? "updates:check" : "updates:download")}
    />
  );
}
