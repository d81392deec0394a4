import { LoaderCircle, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { CallError, OperationInput } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { askForPrice } from "../../lib/pick-price.js";
import { texts } from "../../lib/texts.js";
import { addLink } from "../../stores/add-link.js";
import { forgetAgreement, visitNow } from "../../stores/navigation.js";
import { AllowHost } from "./allow-host.js";
import { NoPrice } from "./no-price.js";
import { PickPrice } from "./pick-price.js";
import { SayCurrency } from "./say-currency.js";
import "./add-link.css";

type Wish = Omit<OperationInput<"links.add">, "url">;
type Question = Exclude<AddLinkResult, { outcome: "added" }>;

/** What is going on. */
type Work = "reading" | "rendering" | "picking";

function workOf({ render = false, recipe }: Wish): Work {
  return render || recipe ? "rendering" : "reading";
}

function withoutRecipe({ recipe: _lost, ...others }: Wish): Wish {
  return others;
}

interface AddLinkProps {
  readonly url: string;
  /** It is added at once: the shopper was asked before. */
  readonly isAgreed: boolean;
}

/** A shop's page that is not in the catalogue yet: one click fetches it and opens its product. */
export function AddLink({ url, isAgreed }: AddLinkProps) {
  const [work, setWork] = useState<Work | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  // What was said to one question holds for the next.
  const [said, setSaid] = useState<Wish>({});
  const add = async (answer: Wish = {}, visit = visitNow()) => {
    const wish = { ...said, ...answer };
    setSaid(wish);
    setWork(workOf(wish));
    setError(null);
    const result = await addLink({ url, ...wish }, visit);
    setWork(null);
    if (!result.ok) return setError(result.error);
    // A click that was not found again is no answer to keep.
    if (result.data.outcome === "unpriced") setSaid(withoutRecipe(wish));
    if (result.data.outcome !== "added") setQuestion(result.data);
  };
  const clickPrice = async () => {
    const visit = visitNow();
    setWork("picking");
    setError(null);
    const recipe = await askForPrice(url);
    setWork(null);
    if (recipe === null) return;
    if ("code" in recipe) return setError(recipe);
    await add({ recipe }, visit);
  };
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isAgreed || hasBegun.current) return;
    hasBegun.current = true;
    forgetAgreement();
    void add();
  });
  const isBusy = work !== null;
  return (
    <>
      {question === null && <AddButton isBusy={isBusy} onClick={() => void add()} />}
      <p className="quiet" role="status">
        {work !== null
          ? texts().adding.progress[work](new URL(url).hostname)
          : question === null && texts().adding.about}
      </p>
      {question && (
        <Answering
          question={question}
          isBusy={isBusy}
          onAnswer={(wish) => void add(wish)}
          onClickPrice={() => void clickPrice()}
        />
      )}
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
      {isBusy ? texts().adding.readingPage : texts().adding.add}
    </Button>
  );
}

interface AnsweringProps {
  readonly question: Question;
  readonly isBusy: boolean;
  readonly onAnswer: (wish: Wish) => void;
  readonly onClickPrice: () => void;
}

/** What only the shopper can say before the page can be added. */
function Answering({ question, isBusy, onAnswer, onClickPrice }: AnsweringProps) {
  switch (question.outcome) {
    case "choose":
      return (
        <PickPrice
          question={question}
          isBusy={isBusy}
          onPick={(pick) => onAnswer({ pick })}
          onClickPrice={onClickPrice}
        />
      );
    case "unpriced":
      return (
        <NoPrice
          question={question}
          isBusy={isBusy}
          onRender={() => onAnswer({ render: true })}
          onClickPrice={onClickPrice}
        />
      );
    case "currency":
      return <SayCurrency question={question} isBusy={isBusy} onSay={(currency) => onAnswer({ currency })} />;
    case "private":
      return <AllowHost host={question.host} isBusy={isBusy} onAllowed={() => onAnswer({})} />;
  }
}
