import { FolderOpen } from "lucide-react";
import { useState } from "react";
import type { EngineInfo } from "../../../shared/app/operations.js";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { bridge } from "../../lib/bridge.js";
import { callOnce } from "../../lib/call-engine.js";
import { formatBytes, formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { forgetCatalogue } from "../../stores/catalogue.js";

interface DataSectionProps {
  readonly info: EngineInfo;
  readonly onChanged: () => void;
}

export function DataSection({ info, onChanged }: DataSectionProps) {
  const { app, settings } = texts();
  return (
    <Section title={settings.data}>
      <div className="setting">
        <code className="data-folder">{info.data_folder}</code>
        <Button
          icon={<FolderOpen size={14} aria-hidden="true" />}
          onClick={() => void bridge().showDataFolder()}
        >
          {app.showDataFolder}
        </Button>
      </div>
      <dl className="data-figures">
        <Figure name={settings.size} value={formatBytes(info.database_bytes)} />
        <Figure name={settings.products} value={formatCount(info.products)} />
        <Figure name={settings.offers} value={formatCount(info.offers)} />
        <Figure name={settings.pricePoints} value={formatCount(info.points)} />
      </dl>
      <SampleMarket hasSample={info.has_sample} onChanged={onChanged} />
    </Section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface SampleMarketProps {
  readonly hasSample: boolean;
  readonly onChanged: () => void;
}

/** The made-up market that fills a first start; one click takes it away, one brings it back. */
function SampleMarket({ hasSample, onChanged }: SampleMarketProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const { settings } = texts();
  const run = async (operation: "sample.load" | "sample.remove") => {
    setBusy(true);
    const result = await callOnce(operation, {});
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) forgetCatalogue();
    onChanged();
  };
  return (
    <>
      <div className="setting">
        <div>
          <h3>{settings.sample}</h3>
          <p className="quiet">{hasSample ? settings.sampleLoaded : settings.sampleAbsent}</p>
        </div>
        {hasSample ? (
          <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {settings.removeSample}
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void run("sample.load")}>
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
          onConfirm={() => run("sample.remove")}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
