import type { AppOutput } from "../../shared/app/operations.js";
import type { OfferedCatalogue } from "../../shared/data/job.js";
import { RestoreDialog } from "../components/data/backups.js";
import { Dialog, FormDialog, LastButton } from "../components/dialog.js";
import { problemText } from "../lib/data/problem-text.js";
import { formatBytes, formatPlural } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { change, useAnswer } from "../stores/answers.js";
import { useDataWork } from "../stores/data-work.js";
import { atOnce, notify } from "../stores/notices.js";
import {
  acceptPage,
  declinePage,
  dropOfferedFile,
  importOfferedFile,
  useOfferedFiles,
  useOfferedPage,
} from "../stores/offered.js";

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
    <FormDialog
      title={entrances.importTitle(nameOf(path))}
      description={entrances.importAbout}
      submit={entrances.importFile}
      isComplete={!isBusy}
      onSubmit={async () => importOfferedFile(path)}
      cancel={entrances.decline}
      onClose={dropOfferedFile}
      staysOpen
    >
      <code className="data-path soft breaks">{path}</code>
      <p>{lines === null ? size : entrances.importFacts(formatPlural("line", lines), size)}</p>
      {isBusy && <p className="quiet">{entrances.importWaits}</p>}
    </FormDialog>
  );
}

function CannotImport({ file: { path, problem } }: { readonly file: OfferedCatalogue }) {
  if (problem === null) return null;
  const { title, advice } = problemText(problem, path);
  const { common, entrances } = texts();
  return (
    <Dialog title={entrances.cannotImport(nameOf(path))} description={title} onClose={dropOfferedFile}>
      <p className="data-path soft breaks">{advice}</p>
      <LastButton label={common.close} onClose={dropOfferedFile} />
    </Dialog>
  );
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/**
 * Asks whether to add a product page that a web page handed over. Any web page can do that, so the address is shown.
 */
export function OfferedPageDialog() {
  const url = useOfferedPage((state) => state.url);
  const { entrances } = texts();
  if (url === null) return null;
  return (
    <FormDialog
      title={entrances.offeredTitle(new URL(url).host)}
      description={entrances.offeredBy}
      submit={entrances.accept}
      onSubmit={acceptPage}
      cancel={entrances.decline}
      onClose={declinePage}
      staysOpen
    >
      <code className="offered-page-url well scrolls breaks">{url}</code>
    </FormDialog>
  );
}

type Pairing = AppOutput<"pairings.list">["pairings"][number];

/** Asks whether to connect a browser's extension that waits to be paired. */
export function PairingDialog() {
  const waiting = useAnswer("pairings.list", {}).data?.pairings[0];
  return waiting ? <Consent key={waiting.id} pairing={waiting} /> : null;
}

function Consent({ pairing: { id, name, code } }: { readonly pairing: Pairing }) {
  const { browsers } = texts();
  const confirm = async () => {
    const error = await change("pairings.confirm", { pairing: id }, "pairings.list", "keys.list");
    if (error === null) notify({ topic: "pairing", text: browsers.paired(name) });
    return error;
  };
  return (
    <FormDialog
      title={browsers.pairTitle(name)}
      description={browsers.pairAbout}
      submit={browsers.confirm}
      onSubmit={confirm}
      staysOpen
      cancel={browsers.refuse}
      onClose={() => void atOnce(change("pairings.refuse", { pairing: id }, "pairings.list"))}
    >
      <p className="code-digits" data-testid="pairing-code">
        {code}
      </p>
    </FormDialog>
  );
}
