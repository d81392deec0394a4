import type { OfferedUpdate, UpdateProgress } from "../../../../shared/updates.js";
import { Button } from "../../../components/button.js";
import { ProgressBar } from "../../../components/progress-bar.js";
import { bridge } from "../../../lib/bridge.js";
import { formatBytes } from "../../../lib/format.js";
import { texts } from "../../../lib/texts.js";

interface UpdateDownloadProps {
  readonly offer: OfferedUpdate;
  readonly progress: UpdateProgress | null;
}

export function UpdateDownload({ offer, progress }: UpdateDownloadProps) {
  const { common, updates } = texts();
  const title = updates.downloading(offer.version);
  const text =
    progress === null
      ? updates.starting
      : updates.progress(formatBytes(progress.done), formatBytes(progress.total));
  return (
    <>
      <div className="setting">
        <strong>{title}</strong>
        <Button onClick={() => void bridge().invoke("updates:cancel")}>{common.cancel}</Button>
      </div>
      <ProgressBar label={title} done={progress?.done ?? null} total={progress?.total ?? 0} text={text} />
      <p className="quiet">{text}</p>
    </>
  );
}
