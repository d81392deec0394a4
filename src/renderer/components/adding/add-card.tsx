import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { assertNever } from "../../../shared/assert-never.js";
import type { CallError } from "../../../shared/calls.js";
import type { Product } from "../../../shared/contract/product.js";
import { bridge } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { explainError } from "../../lib/explain-error.js";
import { formatTime } from "../../lib/format.js";
import { explainUnknown } from "../../lib/identifier.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { answer, enterPrice } from "../../stores/adding/answers.js";
import { type Entry, needsShopper, pauseOf } from "../../stores/adding/entries.js";
import { dropEntry } from "../../stores/adding/links.js";
import { useAnswer } from "../../stores/answers.js";
import { merge } from "../../stores/hand-edits.js";
import { go } from "../../stores/navigation.js";
import { atOnce } from "../../stores/notices.js";
import { Button } from "../button.js";
import { differInSize } from "../merge-dialog.js";
import { NextSteps } from "./next-steps.js";
import { Question } from "./question.js";
import { AllowHost, PickPrice, SayCurrency, SizeQuestion, TargetQuestion } from "./questions.js";
import { WatchedCard } from "./watched-card.js";
import "./add-card.css";

interface AddCardProps {
  readonly entry: Entry;
  /** The only card on the page: it has the focus. */
  readonly isOnly: boolean;
  /** Whether it is on the page of the product that it will join. */
  readonly isAtProduct?: boolean;
}

/** The state of adding one link: reading, watched, a question, or the next steps. */
export function AddCard({ entry, isOnly, isAtProduct = false }: AddCardProps) {
  const host = entry.url === null ? entry.text : new URL(entry.url).host;
  const isOpen = needsShopper(entry);
  const joined = joinedBy(entry);
  const { adding, common } = texts();
  return (
    <article className={classNames("add-card card", isOpen && "is-open")} aria-label={host}>
      {joined !== undefined && !isAtProduct && <AnotherShop productKey={joined} />}
      {contentOf(entry, host, isOnly)}
      {(isOpen || pauseOf(entry)) && (
        <div className="add-foot small line between gap-3">
          <span className="quiet truncate">{entry.url !== null && entry.text}</span>
          <Button variant="quiet" onClick={() => dropEntry(entry.id)}>
            {isAtProduct ? common.cancel : adding.drop}
          </Button>
        </div>
      )}
    </article>
  );
}

/** The product that the link will join: the shopper has said so, or the engine asks whether it does. */
function joinedBy({ said, state }: Entry): string | undefined {
  const isAsked = state.kind === "question" && state.question.outcome === "size";
  return isAsked ? state.question.product_key : (said.into ?? undefined);
}

/** The product that the link will join, from whose page the shopper came. */
function AnotherShop({ productKey }: { readonly productKey: string }) {
  const product = useAnswer("products.get", { ids: [productKey] }).data?.data[0];
  if (product === undefined) return null;
  return (
    <p className="add-for">
      {texts().adding.anotherFor}{" "}
      <Button variant="quiet" onClick={() => go({ view: "product", productKey })}>
        {product.title}
      </Button>
    </p>
  );
}

function contentOf(entry: Entry, host: string, isOnly: boolean): ReactNode {
  const { state, text, url } = entry;
  const { adding, common } = texts();
  // Many links of one shop differ in their paths only.
  const name = url === null ? text : host + new URL(url).pathname;
  switch (state.kind) {
    case "waiting":
      return (
        <Busy name={name} text={waitingText(entry, host)}>
          {url !== null && pauseOf(entry) !== null && (
            <Button variant="quiet" onClick={() => enterPrice(entry.id)}>
              {adding.byHand}
            </Button>
          )}
        </Busy>
      );
    case "reading":
      return <Reading {...{ name, host }} sinceMs={state.sinceMs} />;
    case "picking":
      return (
        <Busy name={name} text={adding.clickThere(host)}>
          <Button variant="quiet" onClick={() => void bridge().invoke("page:cancel-pick")}>
            {common.cancel}
          </Button>
        </Busy>
      );
    case "watched":
      return <WatchedCard entry={entry} watched={state} isOnly={isOnly} />;
    case "question":
      return questionOf(entry, state.question);
    case "failed":
      return <Failed entry={entry} error={state.error} host={host} />;
    default:
      return assertNever(state);
  }
}

/** A number or name without a match on this computer. */
function NoMatch({ text }: Pick<Entry, "text">) {
  const { adding, common } = texts();
  return (
    <Question
      title={text}
      about={explainUnknown(text) ?? adding.noSuchName}
      answers={<Button onClick={() => go({ view: "search", query: text })}>{common.search}</Button>}
    />
  );
}

function waitingText(entry: Entry, host: string): string {
  const { adding } = texts();
  const pause = pauseOf(entry);
  if (pause === null || pause.untilMs - Date.now() < longMs) return adding.waitsInLine;
  const time = formatTime(pause.untilMs);
  return pause.isRequested ? adding.pauseRequested(host, time) : adding.waitsUntil(host, time);
}

interface FailedProps {
  readonly entry: Entry;
  readonly error: CallError;
  readonly host: string;
}

/** A failed addition. A page that another product already has, the shopper can merge with this one. */
function Failed({ entry: { id, text, said }, error, host }: FailedProps) {
  const { into } = said;
  const other = useAnswer("products.get", { ids: [text] }).data?.data[0];
  if (into != null && other !== undefined && other.service !== into)
    return <AnotherProduct id={id} into={into} other={other} host={host} />;
  const { title, advice } = explainError(error);
  return (
    <Question
      title={host}
      about={`${title} ${advice}`}
      answers={<Button onClick={() => void answer(id, {})}>{texts().common.tryAgain}</Button>}
    />
  );
}

interface AnotherProductProps extends Pick<FailedProps, "host"> {
  readonly id: number;
  readonly into: string;
  readonly other: Product;
}

/** Offers to merge the product that already has the page, with a warning where the titles name other sizes. */
function AnotherProduct({ id, into, other, host }: AnotherProductProps) {
  const own = useAnswer("products.get", { ids: [into] }).data?.data[0];
  const isOtherSize = own !== undefined && differInSize(own.title, other.title);
  const { adding, product } = texts();
  return (
    <Question
      title={other.title}
      about={
        <>
          {adding.isAnother(host)} {isOtherSize && <strong>{product.mergeSizes}</strong>}
        </>
      }
      answers={
        <>
          <Button
            variant={isOtherSize ? "secondary" : "primary"}
            onClick={() => {
              dropEntry(id);
              void atOnce(merge(other.service, into));
            }}
          >
            {adding.mergeBoth}
          </Button>
          <Button onClick={() => go({ view: "product", productKey: other.service })}>
            {adding.openOther}
          </Button>
        </>
      }
    />
  );
}

/** Slow shops, and shops that were visited a moment ago, take longer. */
const longMs = 2_500;

interface ReadingProps extends Pick<BusyProps, "name"> {
  readonly host: string;
  readonly sinceMs: number;
}

function Reading({ name, host, sinceMs }: ReadingProps) {
  const isLong = useNow(1_000) - sinceMs > longMs;
  const { adding } = texts();
  return <Busy name={name} text={isLong ? adding.takesLonger(host) : adding.asking(host)} />;
}

interface BusyProps {
  readonly name: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Busy({ name, text, children }: BusyProps) {
  return (
    <div className="line gap-3" role="status">
      <LoaderCircle size={18} className="spin" />
      <span className="row-text">
        <strong className="truncate">{name}</strong>
        <span className="quiet">{text}</span>
      </span>
      {children}
    </div>
  );
}

function questionOf(
  entry: Entry,
  question: Extract<Entry["state"], { kind: "question" }>["question"],
): ReactNode {
  switch (question.outcome) {
    case "choose":
      return <PickPrice entry={entry} question={question} />;
    case "currency":
      return <SayCurrency entry={entry} question={question} />;
    case "private":
      return <AllowHost host={question.host} />;
    case "size":
      return <SizeQuestion id={entry.id} question={question} />;
    case "target":
      return <TargetQuestion id={entry.id} question={question} />;
    case "unknown":
      return <NoMatch text={entry.text} />;
    case "unread":
      return <NextSteps entry={entry} question={question} />;
    default:
      return assertNever(question);
  }
}
