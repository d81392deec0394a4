import {
  Bell,
  Copy,
  ExternalLink,
  EyeOff,
  type LucideIcon,
  MousePointerClick,
  PencilLine,
  RotateCw,
} from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import { mostFrequent } from "../../../shared/arrays.js";
import type { CallError } from "../../../shared/calls.js";
import { usualCurrencyFor } from "../../../shared/texts/language.js";
import { linkName } from "../../../shared/words.js";
import { amountField, currencyOf, parseAmount } from "../../lib/amount.js";
import { bridge, isInBrowser, openPage } from "../../lib/bridge.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatPlural } from "../../lib/format.js";
import { shopHost } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { unreadText } from "../../lib/unread-text.js";
import { addByHand, answer, clickPrice } from "../../stores/adding/answers.js";
import { type Entry, keepDraft } from "../../stores/adding/entries.js";
import { useAnswer } from "../../stores/answers.js";
import { useReader } from "../../stores/language.js";
import { useSettings } from "../../stores/settings.js";
import { useWatchList } from "../../stores/watch-list.js";
import { Button } from "../button.js";
import { SelectField } from "../fields.js";
import { ErrorNote } from "../states.js";
import { ListedPage } from "./listed-page.js";
import { Question } from "./question.js";
import { nextSteps, type Step } from "./steps.js";

interface NextStepsProps {
  readonly entry: Entry;
  readonly question: Extract<AddLinkResult, { outcome: "unread" }>;
}

/** A page whose price could not be read: the reason, and the next steps. */
export function NextSteps({ entry, question }: NextStepsProps) {
  const { url, state, draft } = entry;
  const figure = state.kind === "question" ? state.figure : undefined;
  const [isByHand, setByHand] = useState(figure !== undefined || draft !== undefined);
  const answers = nextSteps(question, url, !isInBrowser()).map((step, index) => (
    <StepButton
      key={step}
      entry={entry}
      step={step}
      // Of a list, the form above has the next step; of an open form, its own button is.
      variant={index === 0 && !question.list && !isByHand ? "primary" : "quiet"}
      isByHand={isByHand}
      onByHand={() => setByHand(!isByHand)}
    />
  ));
  return (
    <Question
      label={texts().adding.notRead(question.host)}
      title={headingOf(question, url)}
      about={aboutOf(question)}
      answers={answers}
      form={isByHand && <ByHand entry={entry} title={question.title} figure={figure} />}
    >
      {question.list && <ListedPage entry={entry} />}
    </Question>
  );
}

interface StepButtonProps {
  readonly entry: Entry;
  readonly step: Step;
  readonly variant: "primary" | "quiet";
  readonly isByHand: boolean;
  readonly onByHand: () => void;
}

function StepButton({ entry: { id, url }, step, variant, isByHand, onByHand }: StepButtonProps) {
  const { adding, offers, common } = texts();
  const address = url ?? "";
  const steps: Readonly<Record<Step, readonly [label: string, icon: LucideIcon, run: () => void]>> = {
    back: [adding.watchUntilBack, Bell, () => void answer(id, { alerts_on_return: true })],
    open: [adding.openInBrowser, ExternalLink, () => openPage(address)],
    copy: [offers.copyLink, Copy, () => void bridge().invoke("shell:copy-text", address)],
    hidden: [adding.tryHidden, EyeOff, () => void answer(id, { render: true })],
    click: [adding.clickPrice, MousePointerClick, () => void clickPrice(id)],
    "by-hand": [adding.byHand, PencilLine, onByHand],
    again: [common.tryAgain, RotateCw, () => void answer(id, {})],
  };
  const [label, icon, run] = steps[step];
  const open = step === "by-hand" && { "aria-expanded": isByHand };
  return (
    <Button variant={variant} icon={icon} {...open} onClick={run}>
      {label}
    </Button>
  );
}

function headingOf({ cause, title, host, list }: NextStepsProps["question"], url: string | null): string {
  const { adding, lists } = texts();
  if (list) return lists.listsProducts(formatPlural("product", list.items));
  if (cause === "out-of-stock") return adding.soldOut(title ?? host);
  return title ?? (url === null ? host : linkName(url));
}

function aboutOf(question: NextStepsProps["question"]): string {
  const { adding, lists } = texts();
  if (question.list) return lists.listsAbout;
  return [unreadText(question), question.is_rendered ? adding.wasRendered : null].filter(Boolean).join(" ");
}

interface ByHandFormProps {
  readonly entry: Entry;
  /** As the page shows it, for the shopper to change. */
  readonly title: string | null;
  /** What the shopper clicked, but cannot be read as the price. */
  readonly figure: string | undefined;
}

/** The form for a price by hand. A shop that is added to a product needs no name. */
function ByHand(props: ByHandFormProps) {
  const { into } = props.entry.said;
  return into == null ? <ByHandForm {...props} /> : <ByHandAtProduct {...props} productKey={into} />;
}

function ByHandAtProduct({ productKey, ...props }: ByHandFormProps & { readonly productKey: string }) {
  const product = useAnswer("products.get", { ids: [productKey] }).data?.data[0];
  if (product === undefined) return null;
  return <ByHandForm {...props} title={props.title ?? product.title} />;
}

/** The currency of most watched products of a shop, or else of all shops. */
function commonestCurrency(url: string | null): string | undefined {
  const shop = url === null ? null : shopHost(url);
  const best = useWatchList.getState().items.flatMap(({ row }) => row.best ?? []);
  const atShop = best.filter(({ retailer }) => retailer === shop);
  return mostFrequent((atShop.length > 0 ? atShop : best).map(({ currency }) => currency));
}

/** The product as the shopper reads it on the page. Later checks still try to read the page. */
function ByHandForm({ entry, title, figure }: ByHandFormProps) {
  const { id, draft, said: answers } = entry;
  const isAnotherShop = answers.into !== undefined;
  const { adding, common, history, watchList } = texts();
  const [currency, setCurrency] = useState(
    (): string =>
      draft?.currency ??
      answers.currency ??
      commonestCurrency(entry.url) ??
      useSettings.getState().ownCurrency ??
      usualCurrencyFor(useReader.getState().language),
  );
  const [error, setError] = useState<CallError | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const price = parseAmount(String(fields.get("price"))) ?? 0;
    setError(await addByHand(id, { title: String(fields.get("title")), price, currency }));
  };
  const form = useRef<HTMLFormElement>(null);
  const keep = (chosen: string) => {
    const fields = new FormData(form.current ?? undefined);
    keepDraft(id, {
      title: String(fields.get("title")),
      price: String(fields.get("price")),
      currency: chosen,
    });
    setCurrency(chosen);
  };
  return (
    <form ref={form} className="add-by-hand line wraps" onSubmit={(event) => void send(event)}>
      {isAnotherShop ? (
        <input type="hidden" name="title" value={title?.slice(0, 300) ?? ""} />
      ) : (
        <label className="form-field">
          {watchList.columnNames.title}
          <input
            className="field"
            name="title"
            required
            maxLength={300}
            defaultValue={draft?.title ?? title?.slice(0, 300)}
            onChange={() => keep(currency)}
            // biome-ignore lint/a11y/noAutofocus: the shopper has just asked for these fields
            autoFocus={title === null}
          />
        </label>
      )}
      <label className="form-field">
        {history.price}
        <input
          {...amountField(null)}
          className="field"
          name="price"
          onChange={({ target }) => keep(currencyOf(target.value, currency))}
          defaultValue={draft?.price ?? (parseAmount(figure ?? "") === null ? undefined : figure)}
          // biome-ignore lint/a11y/noAutofocus: as above
          autoFocus={title !== null}
        />
      </label>
      <SelectField label={adding.currency} choices={currencyChoices()} value={currency} onChange={keep} />
      <Button variant="primary" type="submit">
        {isAnotherShop ? common.add : adding.watchIt}
      </Button>
      {error && <ErrorNote error={error} />}
    </form>
  );
}
