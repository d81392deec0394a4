import { X } from "lucide-react";
import { IconButton } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { texts } from "../../lib/texts.js";
import { dismissLookupFailure, lookUp, useLookup } from "../../stores/lookup.js";
import { LookupBox } from "./lookup-box.js";
import "./lookup.css";

export function LookupBar() {
  return (
    <search className="lookup">
      <LookupBox />
      <LookupFailure />
    </search>
  );
}

/** Shows a failed look-up right under the box. */
function LookupFailure() {
  const failure = useLookup((state) => state.failure);
  if (!failure) return null;
  return (
    <div className="lookup-failure">
      <ErrorNote error={failure.error} onRetry={() => void lookUp(failure.text)} />
      <IconButton label={texts().common.dismiss} onClick={dismissLookupFailure}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
