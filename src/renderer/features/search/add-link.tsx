import { LoaderCircle, Plus } from "lucide-react";
import { useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { callOnce } from "../../lib/call-engine.js";
import { forgetCatalogue } from "../../stores/catalogue.js";
import { go } from "../../stores/navigation.js";

/** A shop's page that is not in the catalogue yet: one click fetches it and opens its product. */
export function AddLink({ url }: { readonly url: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const add = async () => {
    setBusy(true);
    setError(null);
    const result = await callOnce("links.add", { url });
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    // What was unknown a moment ago is known now.
    forgetCatalogue();
    go({ view: "product", service: result.data.service });
  };
  return (
    <>
      <Button
        variant="primary"
        disabled={isBusy}
        icon={
          isBusy ? (
            <LoaderCircle size={14} className="spin" aria-hidden="true" />
          ) : (
            <Plus size={14} aria-hidden="true" />
          )
        }
        onClick={() => void add()}
      >
        {isBusy ? "Reading the page…" : "Add this page"}
      </Button>
      <p className="quiet" role="status">
        {isBusy
          ? `Asking ${new URL(url).hostname} for the page.`
          : "Tidemark reads its price from the shop's page."}
      </p>
      {error && <ErrorNote error={error} />}
    </>
  );
}
