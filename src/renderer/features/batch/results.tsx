import { Download } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { BatchResult } from "../../../shared/contract/batch.js";
import { Button } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { formatCount } from "../../lib/format.js";
import { saveFile } from "../../lib/save-file.js";
import { resultsCsv } from "./results-csv.js";
import { ResultsTable } from "./results-table.js";

interface ResultsProps {
  readonly results: readonly BatchResult[];
  readonly actions?: ReactNode;
}

/** Drawing thousands of rows at once would hold the window up. */
const pageSize = 100;
/** What the clipboard takes from the page. */
const copyMaxChars = 100_000;

export function Results({ results, actions }: ResultsProps) {
  const [shown, setShown] = useState(pageSize);
  const csv = useMemo(() => resultsCsv(results), [results]);
  const found = results.filter(({ product }) => product !== null);
  const unknown = results.filter(({ product }) => product === null).map(({ identifier }) => identifier);
  return (
    <>
      <Section
        title={`${formatCount(found.length)} of ${formatCount(results.length)} found`}
        flush
        actions={
          <>
            {csv.length <= copyMaxChars && <CopyButton text={csv} what="as CSV" label="Copy as CSV" wide />}
            <Button
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() => saveFile("products.csv", "text/csv", csv)}
            >
              Save as CSV
            </Button>
            {actions}
          </>
        }
      >
        {found.length > 0 && <ResultsTable results={found.slice(0, shown)} />}
        {found.length > shown && (
          <Button className="batch-more" onClick={() => setShown(shown + pageSize)}>
            Show more
            <span className="quiet">
              {formatCount(shown)} of {formatCount(found.length)}
            </span>
          </Button>
        )}
      </Section>
      {unknown.length > 0 && <NotFound identifiers={unknown} />}
    </>
  );
}

function NotFound({ identifiers }: { readonly identifiers: readonly string[] }) {
  const text = identifiers.join("\n");
  return (
    <Section
      title={`${formatCount(identifiers.length)} not found`}
      actions={text.length <= copyMaxChars && <CopyButton text={text} what="lines not found" wide />}
    >
      <p className="quiet">They cost nothing. Check them for typing mistakes, or search for a few words.</p>
      <ul className="batch-unknown" aria-label="Not found">
        {identifiers.slice(0, pageSize).map((identifier, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a job may have been given the same line twice
          <li key={index}>
            <code>{identifier}</code>
          </li>
        ))}
      </ul>
      {identifiers.length > pageSize && (
        <p className="quiet">…and {formatCount(identifiers.length - pageSize)} more; copy them to see all.</p>
      )}
    </Section>
  );
}
