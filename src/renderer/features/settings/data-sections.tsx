import { ArchiveRestore, Download, FolderOpen, Save, Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import type { EngineInfo } from "../../../shared/app/operations.js";
import { maxOf } from "../../../shared/arrays.js";
import type { CallResult } from "../../../shared/calls.js";
import type { KnownBackup } from "../../../shared/data/job.js";
import { DAY_MS } from "../../../shared/time.js";
import { Button } from "../../components/button.js";
import { BackupList, RestoreDialog, useSelectedBackup } from "../../components/data/backups.js";
import { WorkPanel } from "../../components/data/work-panel.js";
import { Fact, Section } from "../../components/section.js";
import { ErrorNote } from "../../components/states.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { formatAge, formatBytes, formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { saveWatchList } from "../../lib/watch/watch-csv.js";
import { openAddMany } from "../../stores/adding/entries.js";
import { loadCopies, useDataWork } from "../../stores/data-work.js";
import { exportWatchList } from "../../stores/lists.js";
import { loadSample, removeSample } from "../../stores/sample.js";
import { useWatchList } from "../../stores/watch-list.js";
import { ConfirmButton } from "./confirm-button.js";

/** After a month, a backup misses most of what a broken disk would lose. */
const backupMaxAgeMs = 30 * DAY_MS;

interface DataSectionsProps {
  readonly info: EngineInfo;
  readonly onChanged: () => void;
}

/** The data's location, its backups, import and export. */
export function DataSections({ info, onChanged }: DataSectionsProps) {
  const work = useDataWork((state) => state.work);
  const phase = work?.phase;
  const isBusy = phase === "running";
  const panel = useRef<HTMLDivElement>(null);
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
      <LocationSection info={info} />
      <BackupsSection isBusy={isBusy} />
      <TableSection />
      <CatalogueSection isBusy={isBusy} />
      <SampleSection hasSample={info.has_sample} onChanged={onChanged} />
    </>
  );
}

function LocationSection({ info }: { readonly info: EngineInfo }) {
  const { app, dataPart, settings, search, offers } = texts();
  return (
    <Section title={dataPart.where}>
      <p className="quiet">{dataPart.whereAbout}</p>
      <div className="setting">
        <code className="data-folder">{info.data_folder}</code>
        <Button icon={FolderOpen} onClick={() => void bridge().invoke("shell:show-data-folder")}>
          {app.showDataFolder}
        </Button>
      </div>
      <dl className="facts">
        <Fact name={settings.size} value={formatBytes(info.database_bytes)} />
        <Fact name={search.products} value={formatCount(info.products)} />
        <Fact name={offers.title} value={formatCount(info.offers)} />
        <Fact name={settings.pricePoints} value={formatCount(info.points)} />
      </dl>
    </Section>
  );
}

function BackupsSection({ isBusy }: { readonly isBusy: boolean }) {
  const copies = useDataWork((state) => state.copies);
  const { selected, select, clear } = useSelectedBackup();
  const nowMs = useNow();
  const { dataPart } = texts();
  const age = copies && backupAge(copies, nowMs);
  return (
    <Section title={dataPart.backups}>
      {age && <p className={classNames("strong", age.isDue && "warn")}>{age.text}</p>}
      <p className="quiet">{dataPart.backupsAbout}</p>
      <div className="data-actions line wraps setting-row">
        <Button
          variant="primary"
          disabled={isBusy}
          icon={Save}
          onClick={() => void bridge().invoke("data:back-up")}
        >
          {dataPart.backUp}
        </Button>
        <Button disabled={isBusy} icon={ArchiveRestore} onClick={() => void select(null)}>
          {dataPart.restoreFile}
        </Button>
      </div>
      {copies && copies.length > 0 && (
        <BackupList backups={copies} isBusy={isBusy} onRestore={({ id }) => void select(id)} />
      )}
      {selected && <RestoreDialog backup={selected} onClose={clear} />}
    </Section>
  );
}

/**
 * The age of the last backup, and whether a new one is due. A database that a restore put aside does not count.
 */
export function backupAge(copies: readonly KnownBackup[], nowMs: number): { text: string; isDue: boolean } {
  const { dataPart } = texts();
  const own = copies.filter(({ origin }) => origin !== "before-restore");
  const lastMs = maxOf(own.map(({ modifiedMs }) => modifiedMs));
  if (lastMs === null) return { text: dataPart.noBackup, isDue: true };
  const age = formatAge(lastMs, nowMs);
  if (nowMs - lastMs > backupMaxAgeMs) return { text: dataPart.oldBackup(age), isDue: true };
  return { text: dataPart.lastBackup(age), isDue: false };
}

/** The watch list, to read in other programs. */
function TableSection() {
  const items = useWatchList((state) => state.items);
  const { dataPart, history, lists, watchList } = texts();
  const save = () => saveWatchList(items.map(({ row }) => row));
  return (
    <Section title={watchList.products}>
      <div className="setting">
        <p className="quiet">{dataPart.tableAbout}</p>
        <Button disabled={items.length === 0} icon={Download} onClick={save}>
          {history.saveTable}
        </Button>
      </div>
      <p className="quiet setting-row">{dataPart.listAbout}</p>
      <div className="data-actions line wraps setting-row">
        <Button icon={Upload} onClick={openAddMany}>
          {lists.importList}
        </Button>
        <Button disabled={items.length === 0} icon={Download} onClick={() => void exportWatchList()}>
          {lists.exportList}
        </Button>
      </div>
    </Section>
  );
}

function CatalogueSection({ isBusy }: { readonly isBusy: boolean }) {
  const { dataPart } = texts();
  return (
    <Section title={dataPart.catalogue}>
      <p className="quiet">{dataPart.catalogueAbout}</p>
      <div className="data-actions line wraps setting-row">
        <Button disabled={isBusy} icon={Upload} onClick={() => void bridge().invoke("data:import")}>
          {dataPart.importFile}
        </Button>
        <Button disabled={isBusy} icon={Download} onClick={() => void bridge().invoke("data:export")}>
          {dataPart.exportFile}
        </Button>
      </div>
    </Section>
  );
}

interface SampleSectionProps {
  readonly hasSample: boolean;
  readonly onChanged: () => void;
}

/** Loads or removes the made-up market of the first start. */
function SampleSection({ hasSample, onChanged }: SampleSectionProps) {
  const { isBusy, error, run } = useAct();
  const { settings, app } = texts();
  const change = (work: () => Promise<CallResult<"sample.load" | "sample.remove">>) =>
    run(async () => {
      const result = await work();
      onChanged();
      return result.ok ? null : result.error;
    });
  return (
    <Section title={app.sample}>
      <div className="setting">
        <p className="quiet">{hasSample ? settings.sampleLoaded : settings.sampleAbsent}</p>
        {hasSample ? (
          <ConfirmButton
            variant="danger"
            disabled={isBusy}
            title={settings.removeSampleTitle}
            message={settings.removeSampleAbout}
            confirm={settings.removeSample}
            onConfirm={() => change(removeSample)}
          />
        ) : (
          <Button disabled={isBusy} onClick={() => void change(loadSample)}>
            {isBusy ? settings.loading : settings.loadSample}
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </Section>
  );
}
