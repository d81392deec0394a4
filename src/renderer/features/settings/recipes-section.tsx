import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { StoredRecipe } from "../../../shared/app/recipes.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { callOnce } from "../../lib/call-engine.js";
import { formatPlural } from "../../lib/format.js";
import { saveFile } from "../../lib/save-file.js";
import { useAnswer } from "../../stores/answers.js";

type Report = OperationResult<"recipes.import">;

/** More than every shop of the world would need; the bridge lets no more through. */
const largestBytes = 900_000;
const mostNamed = 5;

function tooLarge(name: string): CallError {
  return { code: "ERR_INVALID_PARAMS", message: `${name} is larger than 900 kB.`, action: "Split it." };
}

const unreadable: CallError = {
  code: "ERR_INVALID_PARAMS",
  message: "The file could not be read.",
  action: "Check that it is still there, then open it again.",
};

/** Where the shopper has clicked the price, shop by shop: kept, given away and taken in as files. */
export function RecipesSection() {
  const { data, refresh } = useAnswer("recipes.list", {});
  const [error, setError] = useState<CallError | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const recipes = data?.recipes ?? [];
  const save = async (host?: string) => {
    const result = await callOnce("recipes.export", host === undefined ? {} : { host });
    if (!result.ok) return setError(result.error);
    const name = host === undefined ? "tidemark-recipes" : `tidemark-recipe-${host.replace(/[^\w.-]/g, "-")}`;
    saveFile(`${name}.jsonl`, "application/x-ndjson", result.data.text);
  };
  const remove = async (host: string) => {
    const result = await callOnce("recipes.remove", { host });
    setError(result.ok ? null : result.error);
    refresh();
  };
  const read = async (file: File) => {
    setReport(null);
    if (file.size > largestBytes) return setError(tooLarge(file.name));
    const text = await file.text().catch(() => null);
    if (text === null) return setError(unreadable);
    const result = await callOnce("recipes.import", { text });
    setError(result.ok ? null : result.error);
    if (result.ok) setReport(result.data);
    refresh();
  };
  return (
    <Section title="Recipes">
      <p className="quiet">
        A recipe says where a shop's pages show the price. Tidemark makes one when you open a page and click
        its price, and uses it for all pages of that shop.
      </p>
      {recipes.length > 0 && (
        <ul className="recipes" aria-label="Recipes">
          {recipes.map((recipe) => (
            <RecipeRow
              key={recipe.host}
              recipe={recipe}
              onExport={() => void save(recipe.host)}
              onRemove={() => void remove(recipe.host)}
            />
          ))}
        </ul>
      )}
      <div className="recipe-actions">
        <OpenFile onFile={(file) => void read(file)} />
        <Button
          disabled={recipes.length === 0}
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => void save()}
        >
          Export all
        </Button>
      </div>
      <div role="status" className="recipes-report">
        {report && <Imported report={report} />}
      </div>
      {error && <ErrorNote error={error} />}
    </Section>
  );
}

interface RecipeRowProps {
  readonly recipe: StoredRecipe;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

function RecipeRow({ recipe: { host, price }, onExport, onRemove }: RecipeRowProps) {
  return (
    <li className="setting">
      <div>
        <strong>{host}</strong>
        <code className="recipe-place" title={price.selectors.join("\n")}>
          {price.selectors[0]}
        </code>
      </div>
      <span>
        <Button variant="quiet" aria-label={`Export the recipe of ${host}`} onClick={onExport}>
          Export
        </Button>
        <Button variant="quiet" aria-label={`Remove the recipe of ${host}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}

function OpenFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => input.current?.click()}>
        Import…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Recipes to import"
        accept=".jsonl,.ndjson,.json,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be opened again.
          target.value = "";
        }}
      />
    </>
  );
}

function Imported({ report: { imported, skipped } }: { readonly report: Report }) {
  return (
    <>
      <p>
        {formatPlural("recipe", imported)} imported
        {skipped.length > 0 && `, ${formatPlural("line", skipped.length)} left out`}.
      </p>
      {skipped.length > 0 && (
        <ul className="skipped quiet">
          {skipped.slice(0, mostNamed).map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}
            </li>
          ))}
          {skipped.length > mostNamed && <li>And {skipped.length - mostNamed} more.</li>}
        </ul>
      )}
    </>
  );
}
