import { useState } from "react";
import type { CallError, CallResult } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ConfirmDialog } from "../../../components/confirm-dialog.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { texts } from "../../../lib/texts.js";
import { loadSample, removeSample } from "../../../stores/sample.js";

interface SampleSectionProps {
  readonly hasSample: boolean;
  readonly onChanged: () => void;
}

/** Loads or removes the made-up market of the first start. */
export function SampleSection({ hasSample, onChanged }: SampleSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const { settings } = texts();
  const run = async (call: () => Promise<CallResult<"sample.load" | "sample.remove">>) => {
    setBusy(true);
    const result = await call();
    setBusy(false);
    setError(result.ok ? null : result.error);
    onChanged();
  };
  return (
    <Section title={settings.sample}>
      <div className="setting">
        <p className="quiet">{hasSample ? settings.sampleLoaded : settings.sampleAbsent}</p>
        {hasSample ? (
          <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {settings.removeSample}
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void run(loadSample)}>
            {isBusy ? settings.loading : settings.loadSample}
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {isAsking && (
        <ConfirmDialog
          title={settings.removeSampleTitle}
          message={settings.removeSampleAbout}
          confirm={settings.removeSample}
          onConfirm={() => run(removeSample)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
