import { Bell, Copy, ExternalLink, EyeOff, MousePointerClick, PencilLine, RotateCw } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { CallError } from "../../../shared/calls.js";
import { groupBy } from "../../../shared/group-by.js";
import { usualCurrencyFor } from "../../../shared/texts/language.js";
import { amountField, currencyOf, parseAmount } from "../../lib/amount.js";
import { bridge } from "../../lib/bridge.js";
import { currencyChoices } from "../../lib/currencies.js";
import { formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { unreadText } from "../../lib/unread-text.js";
import { addByHand, answer, clickPrice } from "../../stores/adding/answers.js";
import { type Entry, keepDraft } from "../../stores/adding/entries.js";
import { useAnswer } from "../../stores/answers.js";
import { useReader } from "../../stores/language.js";
import { useSettings } from "../../stores/settings.js";
import { useWatchList } from "../../stores/watch-list.js";
import { Button } from "../button.js";
import { ErrorNote } from "../error-note.js";
import { SelectField } from "../select-box.js";
import { ListedPage } from "./listed-page.js";

interface NextStepsProps {
  readonly entry: Entry;
  readonly question: Extract<AddLinkResult, { outcome: "unread" }>;
}

/** A page whose price could not be read: the reason, and the next steps. */
export function NextSteps({ entry, question }: NextStepsProps) {
  const { id, url, state, draft } = entry;
  const figure = state.kind === "question" ? state.figure : undefined;
  const { host, is_rendered, cause } = question;
  const isSoldOut = cause === "out-of-stock";
  const [isByHand, setByHand] = useState(figure !== undefined || draft !== undefined);
  const { adding, offers } = texts();
  // Clicking and rendering cannot help with a page that the shop does not send.
  const canBeRead = cause === null || !["missing", "error", "timeout", "network", "tls"].includes(cause);
  return (
    <section className="add-message" aria-label={adding.notRead(host)}>
      <h2>{headingOf(question)}</h2>
      <p className="quiet">{aboutOf(question)}</p>
      {question.list && <ListedPage entry={entry} />}
      <div className="add-ways">
        {isSoldOut && (
          <Button
            variant="primary"
            icon={<Bell size={14} aria-hidden="true" />}
            aria-expanded={isByHand}
            onClick={() => setByHand(!isByHand)}
          >
            {adding.watchUntilBack}
          </Button>
        )}
        {url?.startsWith("https://") && (
          <Button
            icon={<ExternalLink size={14} aria-hidden="true" />}
            onClick={() => void bridge().invoke("shell:open-external", url)}
          >
            {adding.openInBrowser}
          </Button>
        )}
        {url?.startsWith("http://") && (
          <Button
            icon={<Copy size={14} aria-hidden="true" />}
            onClick={() => void bridge().invoke("shell:copy-text", url)}
          >
            {offers.copyLink}
          </Button>
        )}
        {canBeRead && !is_rendered && (
          <Button
            icon={<EyeOff size={14} aria-hidden="true" />}
            onClick={() => void answer(id, { render: true })}
          >
            {adding.tryHidden}
          </Button>
        )}
        {canBeRead && (
          <Button
            icon={<MousePointerClick size={14} aria-hidden="true" />}
            onClick={() => void clickPrice(id)}
          >
            {adding.clickPrice}
          </Button>
        )}
        {!isSoldOut && (
          <Button
            icon={<PencilLine size={14} aria-hidden="true" />}
            aria-expanded={isByHand}
            onClick={() => setByHand(!isByHand)}
          >
            {adding.byHand}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<RotateCw size={14} aria-hidden="true" />}
          onClick={() => void answer(id, {})}
        >
          {adding.tryAgain}
        </Button>
      </div>
      {isByHand && <ByHand entry={entry} title={question.title} figure={figure} isSoldOut={isSoldOut} />}
    </section>
  );
}

function headingOf({ cause, title, host, list }: NextStepsProps["question"]): string {
  const { adding, lists } = texts();
  if (list) return lists.listsProducts(formatPlural("product", list.items));
  return cause === "out-of-stock" ? adding.soldOut(title ?? host) : adding.notRead(host);
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
  /** The price is then the last one that the shopper knows. */
  readonly isSoldOut: boolean;
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
  const shop = url === null ? null : new URL(url).hostname.replace(/^www\./, "");
  const best = useWatchList.getState().items.flatMap(({ row }) => row.best ?? []);
  const atShop = best.filter(({ retailer }) => retailer === shop);
  const known = (atShop.length > 0 ? atShop : best).map(({ currency }) => currency);
  return [...groupBy(known, (each) => each)].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** The product as the shopper reads it on the page. Later checks still try to read the page. */
function ByHandForm({ entry, title, figure, isSoldOut }: ByHandFormProps) {
  const { id, draft, said: answers } = entry;
  const isAnotherShop = answers.into !== undefined;
  const { adding, common } = texts();
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
    const said = { title: String(fields.get("title")), price, currency, is_in_stock: !isSoldOut };
    setError(await addByHand(id, said));
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
    <form ref={form} className="add-by-hand" onSubmit={(event) => void send(event)}>
      {isAnotherShop ? (
        <input type="hidden" name="title" value={title?.slice(0, 300) ?? ""} />
      ) : (
        <label className="form-field">
          {adding.productName}
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
        {isSoldOut ? adding.lastPrice : adding.price}
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
