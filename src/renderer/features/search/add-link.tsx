import { LoaderCircle, Plus } from "lucide-react";
import { useState } from "react";
import type { AddedLink } from "../../../shared/app/pages.js";
import type { CallError, OperationInput } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { callOnce } from "../../lib/call-engine.js";
import { forgetCatalogue } from "../../stores/catalogue.js";
import { go } from "../../stores/navigation.js";
import { AllowHost } from "./allow-host.js";
import { PickPrice } from "./pick-price.js";
import { SayCurrency } from "./say-currency.js";
import "./add-link.css";

type Wish = Omit<OperationInput<"links.add">, "url">;
type Question = Exclude<AddedLink, { outcome: "added" }>;

/** A shop's page that is not in the catalogue yet: one click fetches it and opens its product. */
export function AddLink({ url }: { readonly url: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const add = async (wish: Wish = {}) => {
    setBusy(true);
    setError(null);
    const result = await callOnce("links.add", { url, ...wish });
    setBusy(false);
    if (!result.ok) return setError(result.error);
    if (result.data.outcome !== "added") return setQuestion(result.data);
    // What was unknown a moment ago is known now.
    forgetCatalogue();
    go({ view: "product", service: result.data.service });
  };
  return (
    <>
      {question === null && <AddButton isBusy={isBusy} onClick={() => void add()} />}
      <p className="quiet" role="status">
        {isBusy
          ? `Asking ${new URL(url).hostname} for the page.`
          : question === null && "Tidemark reads its price from the shop's page."}
      </p>
      {question && <Answering question={question} isBusy={isBusy} onAnswer={(wish) => void add(wish)} />}
      {error && <ErrorNote error={error} />}
    </>
  );
}

function AddButton({ isBusy, onClick }: { readonly isBusy: boolean; readonly onClick: () => void }) {
  const icon = isBusy ? (
    <LoaderCircle size={14} className="spin" aria-hidden="true" />
  ) : (
    <Plus size={14} aria-hidden="true" />
  );
  return (
    <Button variant="primary" disabled={isBusy} icon={icon} onClick={onClick}>
      {isBusy ? "Reading the page…" : "Add this page"}
    </Button>
  );
}

interface AnsweringProps {
  readonly question: Question;
  readonly isBusy: boolean;
  readonly onAnswer: (wish: Wish) => void;
}

/** What only the shopper can say before the page can be added. */
function Answering({ question, isBusy, onAnswer }: AnsweringProps) {
  switch (question.outcome) {
    case "choose":
      return <PickPrice question={question} isBusy={isBusy} onPick={(pick) => onAnswer({ pick })} />;
    case "currency":
      return <SayCurrency question={question} isBusy={isBusy} onSay={(currency) => onAnswer({ currency })} />;
    case "private":
      return <AllowHost host={question.host} isBusy={isBusy} onAllowed={() => onAnswer({})} />;
  }
}
