import type { OfferedUpdate } from "../../../../shared/updates.js";
import { Button } from "../../../components/button.js";
import { CopyButton } from "../../../components/copy-button.js";
import { bridge } from "../../../lib/bridge.js";
import { texts } from "../../../lib/texts.js";

/** A newer version: its notes, and how to get it. */
export function UpdateOffer({ offer }: { readonly offer: OfferedUpdate }) {
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
      {manualDownloadUrl !== null && <ByHand from={manualDownloadUrl} />}
      <Notes offer={offer} />
    </>
  );
}

function ByHand({ from }: { readonly from: string }) {
  const { updates } = texts();
  return (
    <div>
      <p>{updates.byHand}</p>
      <p className="quiet">{updates.byHandFrom}</p>
      <div className="copy-line">
        <code>{from}</code>
        <CopyButton text={from} what={updates.address} />
      </div>
    </div>
  );
}

/** Rendered as plain text, because the notes are untrusted. */
function Notes({ offer: { version, notes } }: { readonly offer: OfferedUpdate }) {
  const { updates } = texts();
  if (notes === null) return <p className="quiet">{updates.noNotes}</p>;
  return (
    <div>
      <h3>{updates.whatIsNew(version)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="update-notes" aria-label={updates.whatIsNew(version)} tabIndex={0}>
        {notes}
      </section>
    </div>
  );
}
