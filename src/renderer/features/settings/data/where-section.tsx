import { FolderOpen } from "lucide-react";
import type { EngineInfo } from "../../../../shared/app/operations.js";
import { Button } from "../../../components/button.js";
import { Section } from "../../../components/section.js";
import { bridge } from "../../../lib/bridge.js";
import { formatBytes, formatCount } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";
import "./data-part.css";

export function WhereSection({ info }: { readonly info: EngineInfo }) {
  const { app, dataPart, settings } = texts();
  return (
    <Section title={dataPart.where}>
      <p className="quiet">{dataPart.whereAbout}</p>
      <div className="setting">
        <code className="data-folder">{info.data_folder}</code>
        <Button
          icon={<FolderOpen size={14} aria-hidden="true" />}
          onClick={() => void bridge().invoke("shell:show-data-folder")}
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
