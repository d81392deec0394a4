import { useEffect, useRef } from "react";
import type { EngineInfo } from "../../../../shared/app/operations.js";
import { WorkPanel } from "../../../components/data/work-panel.js";
import { loadCopies, useDataWork } from "../../../stores/data-work.js";
import { BackupsSection } from "./backups-section.js";
import { CatalogueSection } from "./catalogue-section.js";
import { SampleSection } from "./sample-section.js";
import { WhereSection } from "./where-section.js";

interface DataPartProps {
  readonly info: EngineInfo;
  readonly onChanged: () => void;
}

/** The data's location, its backups, import and export. */
export function DataPart({ info, onChanged }: DataPartProps) {
  const work = useDataWork((state) => state.work);
  const isBusy = work?.phase === "running";
  const panel = useRef<HTMLDivElement>(null);
  const phase = work?.phase;
  useEffect(() => void loadCopies(), []);
  // Scrolls the result into view, because the button may be far below.
  useEffect(() => {
    if (phase !== undefined) panel.current?.scrollIntoView({ block: "nearest" });
  }, [phase]);
  return (
    <>
      {work && (
        <div ref={panel}>
          <WorkPanel work={work} />
        </div>
      )}
      <WhereSection info={info} />
      <BackupsSection isBusy={isBusy} />
      <CatalogueSection isBusy={isBusy} />
      <SampleSection hasSample={info.has_sample} onChanged={onChanged} />
    </>
  );
}
