import { Download, Upload } from "lucide-react";
import { Button } from "../../../components/button.js";
import { Section } from "../../../components/section.js";
import { bridge } from "../../../lib/bridge.js";
import { texts } from "../../../lib/texts.js";
import "./data-part.css";

export function CatalogueSection({ isBusy }: { readonly isBusy: boolean }) {
  const { dataPart } = texts();
  return (
    <Section title={dataPart.catalogue}>
      <p className="quiet">{dataPart.catalogueAbout}</p>
      <div className="data-actions">
        <Button
          disabled={isBusy}
          icon={<Upload size={14} aria-hidden="true" />}
          onClick={() => void bridge().invoke("data:import")}
        >
          {dataPart.importFile}
        </Button>
        <Button
          disabled={isBusy}
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => void bridge().invoke("data:export")}
        >
          {dataPart.exportFile}
        </Button>
      </div>
    </Section>
  );
}
