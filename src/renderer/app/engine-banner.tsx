import { CircleAlert, LoaderCircle, WifiOff } from "lucide-react";
import { useState } from "react";
import type { EngineStatus } from "../../shared/ipc.js";
import { Button } from "../components/button.js";
import { bridge, isInBrowser } from "../lib/bridge.js";
import { formatCount, formatDateTime } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useOnline } from "../lib/use-online.js";

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
