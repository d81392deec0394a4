import { Download } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { BatchResult } from "../../../shared/contract/batch.js";
import { Button } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { formatCount } from "../../lib/format.js";
import { saveFile } from "../../lib/save-file.js";
import { texts } from "../../lib/texts.js";
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
  const { common, results: said } = texts();
  return (
    <>
      <Section
        title={said.found(formatCount(found.length), formatCount(results.length))}
        flush
        actions={
          <>
            {csv.length <= copyMaxChars && (
              <CopyButton text={csv} what={said.asCsv} label={said.copyAsCsv} wide />
            )}
            <Button
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() => saveFile("products.csv", "text/csv", csv)}
            >
              {said.saveAsCsv}
            </Button>
            {actions}
          </>
        }
      >
        {found.length > 0 && <ResultsTable results={found.slice(0, shown)} />}
        {found.length > shown && (
          <Button className="batch-more" onClick={() => setShown(shown + pageSize)}>
            {said.showMore}
            <span className="quiet">{common.outOf(formatCount(shown), formatCount(found.length))}</span>
          </Button>
        )}
      </Section>
      {unknown.length > 0 && <NotFound identifiers={unknown} />}
    </>
  );
}

function NotFound({ identifiers }: { readonly identifiers: readonly string[] }) {
  const text = identifiers.join("\n");
  const { results } = texts();
  return (
    <Section
      title={results.notFoundCount(formatCount(identifiers.length))}
      actions={text.length <= copyMaxChars && <CopyButton text={text} what={results.linesNotFound} wide />}
    >
      <p className="quiet">{results.notFoundAdvice}</p>
      <ul className="batch-unknown" aria-label={results.notFound}>
        {identifiers.slice(0, pageSize).map((identifier, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a job may have been given the same line twice
          <li key={index}>
            <code>{identifier}</code>
          </li>
        ))}
      </ul>
      {identifiers.length > pageSize && (
        <p className="quiet">{results.andMore(formatCount(identifiers.length - pageSize))}</p>
      )}
    </Section>
  );
}
