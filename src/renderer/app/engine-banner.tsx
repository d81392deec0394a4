import { LoaderCircle } from "lucide-react";
import type { EngineStatus } from "../../shared/ipc.js";
import "./engine-banner.css";

/** Says that the engine is not there yet, or that the engine is away. What is on screen stays; calls wait and are made when it is back. */
export function EngineBanner({ status }: { readonly status: EngineStatus }) {
  return (
    <div role="status">
      {status.state === "starting" && (
        <p className="engine-banner is-starting">
          <LoaderCircle size={15} className="spin" aria-hidden="true" />
          Tidemark is starting; the first time takes a little longer…
        </p>
      )}
      {status.state === "away" && (
        <p className="engine-banner">
          <LoaderCircle size={15} className="spin" aria-hidden="true" />
          Tidemark's engine stopped and is being started again…
          {status.attempt > 1 && <span className="quiet">Attempt {status.attempt}</span>}
        </p>
      )}
    </div>
  );
}
