import { FileUp } from "lucide-react";
import { useEffect, useState } from "react";
import { maxListChars, thinHistoryDays } from "../../../../shared/app/limits.js";
import type { CallError, OperationResult } from "../../../../shared/calls.js";
import type { Offer } from "../../../../shared/contract/offer.js";
import { DialogButton } from "../../../components/button.js";
import { FormDialog } from "../../../components/dialog.js";
import { SelectField } from "../../../components/fields.js";
import { OpenFileButton } from "../../../components/open-file-button.js";
import { ErrorNote } from "../../../components/states.js";
import { classNames } from "../../../lib/class-names.js";
import { skippedReason } from "../../../lib/explain-error.js";
import { formatCount, formatDate, formatMoney, formatPlural } from "../../../lib/format.js";
import { shopName } from "../../../lib/shop-name.js";
import { texts } from "../../../lib/texts.js";
import { useFileDrop } from "../../../lib/use-file-drop.js";
import { ask } from "../../../stores/call-engine.js";
import { bringPrices } from "../../../stores/hand-edits.js";
import { usePage } from "../page.js";
import { labelOffers } from "./price-series.js";

type Preview = OperationResult<"history.bring">;

/** What the shopper has pasted, or opened as a file, whose name is then set. */
interface Table {
  readonly file_name: string;
  readonly content: string;
}

const noTable: Table = { file_name: "", content: "" };
/** Longer than the gap between two keys. */
const pauseMs = 150;

interface BringPricesProps {
  readonly isQuiet?: boolean;
  readonly onBrought?: () => void;
}

/**
 * The way to add earlier prices that the shopper has as a table: above the chart while the product has few days of its own,
 * later at the foot of the page.
 */
export function BringPrices({ isQuiet = false, onBrought }: BringPricesProps) {
  const { productKey, prices } = usePage();
  const { offers } = prices.history;
  const { data } = prices.statistics;
  if (!data || !offers || offers.length === 0 || data.known_days >= thinHistoryDays !== isQuiet) return null;
  return (
    <DialogButton
      variant={isQuiet ? "quiet" : "secondary"}
      icon={FileUp}
      dialog={(close) => <BringDialog {...{ productKey, offers, onBrought }} onClose={close} />}
    >
      {texts().bringPrices.open}
    </DialogButton>
  );
}

/** What the table would add; null without one, or while it is being read. */
function usePreview(productKey: string, offerId: string, table: Table) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    let isStale = false;
    setPreview(null);
    setError(null);
    if (table.content.trim() === "") return;
    const load = async () => {
      const result = await ask("history.bring", { product_key: productKey, offer_id: offerId, ...table });
      if (isStale) return;
      if (result.ok) setPreview(result.data);
      else setError(result.error);
    };
    const timer = setTimeout(() => void load(), pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [productKey, offerId, table]);
  return { preview, error };
}

/** The tables of price trackers are of Amazon. */
function likeliest(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ retailer }) => /^(?:www\.)?amazon\./.test(retailer)) ?? offers[0];
}

interface BringDialogProps {
  readonly productKey: string;
  readonly offers: readonly Offer[];
  readonly onBrought: (() => void) | undefined;
  readonly onClose: () => void;
}

function BringDialog({ productKey, offers, onBrought, onClose }: BringDialogProps) {
  const [table, setTable] = useState(noTable);
  const [offerId, setOfferId] = useState(likeliest(offers)?.id ?? "");
  const { preview, error } = usePreview(productKey, offerId, table);
  const { bringPrices: said } = texts();
  const submit = async () => {
    const failure = await bringPrices({ product_key: productKey, offer_id: offerId, ...table });
    if (failure === null) onBrought?.();
    return failure;
  };
  const choices = [...labelOffers(offers)].map(([value, label]) => ({ value, label }));
  return (
    <FormDialog
      title={said.open}
      description={said.about}
      isWide
      submit={said.bring}
      isComplete={preview !== null && preview.offers.length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TableField table={table} onTable={setTable} />
      {choices.length > 1 && (
        <SelectField label={said.shop} choices={choices} value={offerId} onChange={setOfferId} />
      )}
      <div role="status">
        {table.content.trim() !== "" && !preview && !error && <p className="quiet">{said.reading}</p>}
        {preview && <PreviewText preview={preview} />}
      </div>
      {error && <ErrorNote error={error} />}
    </FormDialog>
  );
}

function TableField({ table, onTable }: { readonly table: Table; readonly onTable: (table: Table) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const drop = useFileDrop((name, content) => onTable({ file_name: name.slice(-255), content }), setProblem);
  const { adding, bringPrices: said } = texts();
  const isFile = table.file_name !== "";
  return (
    <>
      <div className="line between gap-3">
        <span>{isFile ? table.file_name : said.table}</span>
        <OpenFileButton
          icon={FileUp}
          accept=".csv,.tsv,.txt,.zip,text/csv,text/plain"
          onFile={drop.read}
          testId="prices-file"
        >
          {adding.openFile}
        </OpenFileButton>
      </div>
      <textarea
        className={classNames("field", drop.isOver && "is-over")}
        aria-label={said.table}
        // biome-ignore lint/a11y/noAutofocus: the dialog is for this field
        autoFocus
        spellCheck={false}
        rows={5}
        maxLength={maxListChars}
        placeholder={isFile ? "" : said.example}
        value={isFile ? "" : table.content}
        onChange={({ target }) => onTable({ file_name: "", content: target.value })}
        {...drop.handlers}
      />
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}

function PreviewText({ preview }: { readonly preview: Preview }) {
  const { bringPrices: said } = texts();
  const leftOut = leftOutText(preview);
  return (
    <div className="stack gap-1">
      {preview.offers.length === 0 && <p>{said.nothing}</p>}
      {preview.offers.map(
        ({ offer_id, retailer, currency, prices, single_days: singleDays, from, to, low, high }) => (
          <p key={offer_id}>
            <strong>
              {said.found(
                formatPlural("price", prices),
                formatDate(from),
                formatDate(to),
                currency,
                shopName(retailer),
              )}
            </strong>
            , {said.range(formatMoney(low, currency), formatMoney(high, currency))}.
            {singleDays > 0 && ` ${said.singleDays(singleDays, prices)}`}
          </p>
        ),
      )}
      {leftOut !== null && <p className="quiet">{leftOut}</p>}
    </div>
  );
}

function leftOutText({ foreign, known, others, skipped }: Preview): string | null {
  const { bringPrices: said } = texts();
  const parts = [
    foreign > 0 && said.foreign(foreign),
    known > 0 && said.known(known),
    others > 0 && said.others(others),
    skipped.length > 0 && said.unread(skipped.length),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const [first] = skipped;
  const detail = first ? ` (${said.firstUnread(formatCount(first.line), skippedReason(first))})` : "";
  return said.leftOut(`${parts.join(", ")}${detail}`);
}
