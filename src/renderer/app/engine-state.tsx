import { ArchiveRestore, CircleAlert, LoaderCircle, Power, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { KnownBackup } from "../../shared/data/job.js";
import type { EngineStatus } from "../../shared/ipc.js";
import { Button } from "../components/button.js";
import { BackupList, RestoreDialog, useSelectedBackup } from "../components/data/backups.js";
import { WorkPanel } from "../components/data/work-panel.js";
import { Section } from "../components/section.js";
import { EmptyState } from "../components/states.js";
import { bridge, isInBrowser } from "../lib/bridge.js";
import { type Stopped, stoppedText } from "../lib/data/problem-text.js";
import { formatAge, formatBytes, formatCount, formatDateTime } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useNow } from "../lib/use-now.js";
import { useOnline } from "../lib/use-online.js";
import { loadCopies, useDataWork } from "../stores/data-work.js";

/** Shown while the engine cannot start: the reason, and the ways to recover from it. */
export function EngineStopped({ status }: { readonly status: Stopped }) {
  const work = useDataWork((state) => state.work);
  const { title, advice, canRestore } = stoppedText(status);
  return (
    <main className="app-view tile">
      <div className="engine-stopped-parts stack middles gap-3">
        <div role="alert">
          <EmptyState icon={Power} title={title} text={advice} isPage>
            {status.path !== null && <code className="data-path soft breaks">{status.path}</code>}
          </EmptyState>
        </div>
        {work?.task === "restore" && <WorkPanel work={work} />}
        {canRestore ? (
          <Recover isFirstChoice={status.problem !== "future"}>
            <Actions isFirstChoice={false} />
          </Recover>
        ) : (
          <div className="line wraps centred">
            <Actions isFirstChoice />
          </div>
        )}
      </div>
    </main>
  );
}

/** Without a frame of its own, because other buttons stand beside it. */
function Actions({ isFirstChoice }: { readonly isFirstChoice: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const restart = async () => {
    setBusy(true);
    try {
      await bridge().invoke("engine:restart");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant={isFirstChoice ? "primary" : "secondary"}
        onClick={() => void restart()}
        disabled={isBusy}
      >
        {texts().common.tryAgain}
      </Button>
      <Button onClick={() => void bridge().invoke("shell:show-data-folder")}>
        {texts().app.showDataFolder}
      </Button>
    </>
  );
}

interface RecoverProps {
  /** Primary if it is the only way to recover. */
  readonly isFirstChoice: boolean;
  /** Other ways to recover, as buttons. */
  readonly children: ReactNode;
}

/** Recovers from a database that cannot be opened: restores the newest backup with one click, or another one. */
function Recover({ isFirstChoice, children }: RecoverProps) {
  const copies = useDataWork((state) => state.copies);
  const isBusy = useDataWork(({ work }) => work?.phase === "running");
  const { selected, select, clear } = useSelectedBackup();
  const { dataPart } = texts();
  useEffect(() => void loadCopies(), []);
  if (copies === null) return null;
  // A database that a restore put aside may be the one that could not be opened.
  const newest = copies.find(({ origin }) => origin !== "before-restore") ?? copies[0];
  const others = copies.filter((copy) => copy !== newest);
  return (
    <>
      {newest ? (
        <Newest copy={newest} isBusy={isBusy} isFirstChoice={isFirstChoice} />
      ) : (
        <p>{dataPart.recoverNone}</p>
      )}
      <div className="line wraps centred">
        <Button disabled={isBusy} onClick={() => void select(null)}>
          {dataPart.restoreFile}
        </Button>
        {children}
      </div>
      {others.length > 0 && (
        <Section title={dataPart.recoverOther}>
          <BackupList backups={others} isBusy={isBusy} onRestore={({ id }) => void select(id)} />
        </Section>
      )}
      {selected && <RestoreDialog backup={selected} onClose={clear} />}
    </>
  );
}

interface NewestProps {
  readonly isFirstChoice: boolean;
  readonly copy: KnownBackup;
  readonly isBusy: boolean;
}

/** Restores without asking: there is no readable data to replace, and the copy is of this folder. */
function Newest({ copy, isBusy, isFirstChoice }: NewestProps) {
  const nowMs = useNow();
  const { dataPart } = texts();
  const restore = async () => {
    const selected = await bridge().invoke("data:select-backup", copy.id);
    if (selected) await bridge().invoke("data:restore", selected.path, true);
  };
  return (
    <>
      <Button
        variant={isFirstChoice ? "primary" : "secondary"}
        disabled={isBusy}
        icon={ArchiveRestore}
        onClick={() => void restore()}
      >
        {dataPart.recoverNewest}
      </Button>
      <p className="quiet">
        {dataPart.recoverAbout(formatAge(copy.modifiedMs, nowMs), formatBytes(copy.bytes))}
      </p>
    </>
  );
}

/** Shows that the engine is starting, away, silent or read-only, or has lost changes. Visible data stays; requests wait until it is back. */
export function EngineBanner({ status }: { readonly status: EngineStatus }) {
  const isOnline = useOnline();
  const [isDismissed, setDismissed] = useState(false);
  const { app, common, web } = texts();
  return (
    <div role="status">
      {status.state === "starting" && (
        <p className="engine-banner line tone-accent is-starting">
          <LoaderCircle size={15} className="spin" />
          {app.starting}
        </p>
      )}
      {status.state === "away" && (
        <p className="engine-banner line">
          <LoaderCircle size={15} className="spin" />
          {isInBrowser() ? web.reconnecting : app.restarting}
          {status.attempt > 1 && <span className="quiet">{app.attempt(formatCount(status.attempt))}</span>}
        </p>
      )}
      {status.state === "silent" && (
        <p className="engine-banner line">
          <CircleAlert size={15} />
          {app.silent}
          <Button onClick={() => void bridge().invoke("engine:restart")}>{app.restartEngine}</Button>
        </p>
      )}
      {status.state === "ready" && status.isReadOnly && (
        <p className="engine-banner line">
          {status.seenAtMs === undefined ? <CircleAlert size={15} /> : <WifiOff size={15} />}
          {status.seenAtMs === undefined ? app.readOnly : web.seen(formatDateTime(status.seenAtMs))}
          <Button onClick={() => void bridge().invoke("engine:restart")}>
            {status.seenAtMs === undefined ? common.tryAgain : web.reconnect}
          </Button>
        </p>
      )}
      {status.state === "ready" && status.isLogLost && !isDismissed && (
        <p className="engine-banner line">
          <CircleAlert size={15} />
          {app.logLost}
          <Button onClick={() => setDismissed(true)}>{common.dismiss}</Button>
        </p>
      )}
      {!isOnline && status.state === "ready" && !isInBrowser() && (
        <p className="engine-banner line tone-accent is-starting">
          <WifiOff size={15} />
          {app.offline}
        </p>
      )}
    </div>
  );
}
