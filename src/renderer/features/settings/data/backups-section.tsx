import { ArchiveRestore, Save } from "lucide-react";
import { Button } from "../../../components/button.js";
import { CopyList } from "../../../components/data/copy-list.js";
import { RestoreDialog } from "../../../components/data/restore-dialog.js";
import { useChosenBackup } from "../../../components/data/use-chosen-backup.js";
import { Section } from "../../../components/section.js";
import { bridge } from "../../../lib/bridge.js";
import { classNames } from "../../../lib/class-names.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { useDataWork } from "../../../stores/data-work.js";
import { backupAge } from "./backup-age.js";
import "./data-part.css";

export function BackupsSection({ isBusy }: { readonly isBusy: boolean }) {
  const copies = useDataWork((state) => state.copies);
  const { chosen, choose, forget } = useChosenBackup();
  const nowMs = useNow();
  const { dataPart } = texts();
  const age = copies && backupAge(copies, nowMs);
  return (
    <Section title={dataPart.backups}>
      {age && <p className={classNames("backup-age", age.isDue && "is-due")}>{age.text}</p>}
      <p className="quiet">{dataPart.backupsAbout}</p>
      <div className="data-actions">
        <Button
          variant="primary"
          disabled={isBusy}
          icon={<Save size={14} aria-hidden="true" />}
          onClick={() => void bridge().invoke("data:back-up")}
        >
          {dataPart.backUp}
        </Button>
        <Button
          disabled={isBusy}
          icon={<ArchiveRestore size={14} aria-hidden="true" />}
          onClick={() => void choose(null)}
        >
          {dataPart.restoreFile}
        </Button>
      </div>
      {copies && copies.length > 0 && (
        <CopyList copies={copies} isBusy={isBusy} onRestore={({ id }) => void choose(id)} />
      )}
      {chosen && <RestoreDialog chosen={chosen} onClose={forget} />}
    </Section>
  );
}
