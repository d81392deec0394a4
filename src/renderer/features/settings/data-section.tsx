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
import { forgetCatalogue } from "../../stores/catalogue.js";

interface DataSectionProps {
  readonly info: EngineInfo;
  readonly onChanged: () => void;
}

export function DataSection({ info, onChanged }: DataSectionProps) {
  return (
    <Section title="Data">
      <div className="setting">
        <code className="data-folder">{info.data_folder}</code>
        <Button
          icon={<FolderOpen size={14} aria-hidden="true" />}
          onClick={() => void bridge().showDataFolder()}
        >
          Show data folder
        </Button>
      </div>
      <dl className="data-figures">
        <Figure name="Size" value={formatBytes(info.database_bytes)} />
        <Figure name="Products" value={formatCount(info.products)} />
        <Figure name="Offers" value={formatCount(info.offers)} />
        <Figure name="Price points" value={formatCount(info.points)} />
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
          <h3>Sample market</h3>
          <p className="quiet">
            {hasSample
              ? "Made-up products, shops and prices to try Tidemark with. Not real offers."
              : "Load made-up products, shops and prices to try Tidemark with."}
          </p>
        </div>
        {hasSample ? (
          <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            Remove sample market
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void run("sample.load")}>
            {isBusy ? "Loading…" : "Load sample market"}
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {isAsking && (
        <ConfirmDialog
          title="Remove the sample market?"
          message="All its products, offers, prices, deals and reviews go. What you have added yourself stays."
          confirm="Remove sample market"
          onConfirm={() => run("sample.remove")}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
