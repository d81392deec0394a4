import { Power } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button.js";
import { WorkPanel } from "../components/data/work-panel.js";
import { EmptyState } from "../components/states.js";
import { bridge } from "../lib/bridge.js";
import { type Stopped, stoppedText } from "../lib/data/problem-text.js";
import { texts } from "../lib/texts.js";
import { useDataWork } from "../stores/data-work.js";
import { Recover } from "./recover.js";
import "./engine-stopped.css";

/** Shown while the engine cannot start: the reason, and the ways to recover from it. */
export function EngineStopped({ status }: { readonly status: Stopped }) {
  const work = useDataWork((state) => state.work);
  const { title, advice, canRestore } = stoppedText(status);
  return (
    <main className="app-view engine-stopped">
      <div className="engine-stopped-parts stack gap-3">
        <div role="alert">
          <EmptyState icon={Power} title={title} text={advice} isPage>
            {status.path !== null && <code className="data-path">{status.path}</code>}
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
