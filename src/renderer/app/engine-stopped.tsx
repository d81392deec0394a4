import { Power } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.js";
import { WorkPanel } from "../components/data/work-panel.js";
import { EmptyState } from "../components/empty-state.js";
import { bridge } from "../lib/bridge.js";
import { type Stopped, stoppedText } from "../lib/data/stopped-text.js";
import { texts } from "../lib/texts.js";
import { useDataWork } from "../stores/data-work.js";
import { Recover } from "./recover.js";
import "./engine-stopped.css";

/** The engine cannot start until something is done: what happened, what to do, and the ways to do it from here. */
export function EngineStopped({ status }: { readonly status: Stopped }) {
  const work = useDataWork((state) => state.work);
  const { title, advice, canRestore } = stoppedText(status);
  return (
    <main className="app-view engine-stopped">
      <div className="engine-stopped-parts">
        <div role="alert">
          <EmptyState icon={<Power size={22} />} title={title} isPage>
            <p>{advice}</p>
            {status.path !== null && <code className="data-path">{status.path}</code>}
          </EmptyState>
        </div>
        {work?.task === "restore" && <WorkPanel work={work} />}
        {canRestore ? (
          <Recover isFirstChoice={status.problem !== "future"}>
            <Actions status={status} isFirstChoice={false} />
          </Recover>
        ) : (
          <div className="engine-stopped-actions">
            <Actions status={status} isFirstChoice />
          </div>
        )}
      </div>
    </main>
  );
}

interface ActionsProps {
  readonly status: Stopped;
  readonly isFirstChoice: boolean;
}

/** Beside other buttons: no frame of its own. */
function Actions({ status, isFirstChoice }: ActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async (way: () => Promise<null>) => {
    setBusy(true);
    try {
      await way();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {status.problem === "altered" && (
        <Button onClick={() => void start(bridge().takeAltered)} disabled={isBusy}>
          {texts().dataPart.takeAltered}
        </Button>
      )}
      <Button
        variant={isFirstChoice ? "primary" : "secondary"}
        onClick={() => void start(bridge().restartEngine)}
        disabled={isBusy}
      >
        {texts().common.tryAgain}
      </Button>
      <Button onClick={() => void bridge().showDataFolder()}>{texts().app.showDataFolder}</Button>
    </>
  );
}
