import { Power } from "lucide-react";
import { useState } from "react";
import type { EngineStatus } from "../../shared/ipc.js";
import { Button } from "../components/button.js";
import { CopyButton } from "../components/copy-button.js";
import { EmptyState } from "../components/empty-state.js";
import { bridge } from "../lib/bridge.js";
import { texts } from "../lib/texts.js";
import "./engine-stopped.css";

type Stopped = Extract<EngineStatus, { state: "stopped" }>;

/** The engine cannot start until something is done: what happened, what to do, and a way to try again. */
export function EngineStopped({ status }: { readonly status: Stopped }) {
  const [isBusy, setBusy] = useState(false);
  const restart = async () => {
    setBusy(true);
    try {
      await bridge().restartEngine();
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="app-view engine-stopped">
      <div role="alert">
        <EmptyState icon={<Power size={22} />} title={status.message} isPage>
          <p>{status.action}</p>
          {status.backup && <Backup path={status.backup} />}
          <div className="engine-stopped-actions">
            <Button variant="primary" onClick={() => void restart()} disabled={isBusy}>
              {texts().common.tryAgain}
            </Button>
            <Button onClick={() => void bridge().showDataFolder()}>{texts().app.showDataFolder}</Button>
          </div>
        </EmptyState>
      </div>
    </main>
  );
}

function Backup({ path }: { readonly path: string }) {
  return (
    <p className="engine-stopped-backup">
      {texts().app.newestBackup} <code>{path}</code>
      <CopyButton text={path} what={texts().app.pathOfBackup} />
    </p>
  );
}
