import type { OfferedCatalogue } from "../../shared/data/job.js";
import { Button } from "../components/button.js";
import { RestoreDialog } from "../components/data/backups.js";
import { Dialog } from "../components/dialog.js";
import { problemText } from "../lib/data/problem-text.js";
import { formatBytes, formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useDataWork } from "../stores/data-work.js";
import { dropOfferedFile, importOfferedFile, useOfferedFiles } from "../stores/offered-files.js";

/** Asks whether to import a file that was opened from the operating system. */
export function OfferedFileDialog() {
  const file = useOfferedFiles(({ files }) => files[0]);
  if (file === undefined) return null;
  if (file.kind === "backup")
    return <RestoreDialog key={file.path} backup={file} onClose={dropOfferedFile} />;
  if (file.problem !== null) return <CannotImport file={file} />;
  return <ImportDialog key={file.path} file={file} />;
}

function ImportDialog({ file: { path, bytes, lines } }: { readonly file: OfferedCatalogue }) {
  const isBusy = useDataWork(({ work }) => work?.phase === "running");
  const { entrances } = texts();
  const size = formatBytes(bytes);
  return (
    <Dialog
      title={entrances.importTitle(nameOf(path))}
      description={entrances.importAbout}
      onClose={dropOfferedFile}
    >
      <code className="data-path">{path}</code>
      <p>{lines === null ? size : entrances.importFacts(formatPlural("line", lines), size)}</p>
      {isBusy && <p className="quiet">{entrances.importWaits}</p>}
      <div className="dialog-actions">
        <Button onClick={dropOfferedFile}>{entrances.decline}</Button>
        <Button variant="primary" disabled={isBusy} onClick={() => importOfferedFile(path)}>
          {entrances.importFile}
        </Button>
      </div>
    </Dialog>
  );
}

function CannotImport({ file: { path, problem } }: { readonly file: OfferedCatalogue }) {
  if (problem === null) return null;
  const { title, advice } = problemText(problem, path);
  const { common, entrances } = texts();
  return (
    <Dialog title={entrances.cannotImport(nameOf(path))} description={title} onClose={dropOfferedFile}>
      <p className="data-path">{advice}</p>
      <div className="dialog-actions">
        <Button variant="primary" onClick={dropOfferedFile}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
