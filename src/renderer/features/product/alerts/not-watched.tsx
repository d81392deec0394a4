import { EyeOff } from "lucide-react";
import { useState } from "react";
import type { CallError } from "../../../../shared/calls.js";
import { Button } from "../../../components/button.js";
import { ErrorNote } from "../../../components/error-note.js";
import { texts } from "../../../lib/texts.js";
import { useWatchedRow, useWatchList } from "../../../stores/watch-list.js";
import { watch } from "../../../stores/watched.js";

/** A rule that nobody ever looks at must not look like one that works. */
export function NotWatched({ productKey }: { readonly productKey: string }) {
  const isKnown = useWatchList((state) => state.isKnown);
  const row = useWatchedRow(productKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  if (!isKnown || row) return null;
  const start = async () => {
    setBusy(true);
    setFailure(await watch([{ product_key: productKey, schedule: "daily", retailer: null }]));
    setBusy(false);
  };
  return (
    <div className="not-watched">
      <EyeOff size={16} aria-hidden="true" />
      <p>{texts().alerts.notWatched}</p>
      <Button disabled={isBusy} onClick={() => void start()}>
        {texts().alerts.watchDaily}
      </Button>
      {failure && <ErrorNote error={failure} />}
    </div>
  );
}
