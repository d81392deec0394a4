import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { StoredRecipe } from "../../../shared/app/recipes.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { saveFile } from "../../lib/save-file.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";

type Report = OperationResult<"recipes.import">;

/** More than the recipes of every shop in the world; the bridge accepts no more. */
const largestBytes = 900_000;
const mostNamed = 5;

function tooLarge(name: string): CallError {
  const { recipes } = texts();
  return { code: "ERR_INVALID_PARAMS", message: recipes.tooLarge(name), action: recipes.splitIt };
}

function unreadable(): CallError {
  const { recipes } = texts();
  return { code: "ERR_INVALID_PARAMS", message: recipes.unreadable, action: recipes.openAgain };
}

/** The places of clicked prices by shop, with import and export. */
export function RecipesSection() {
  const { data, refresh } = useAnswer("recipes.list", {});
  const [error, setError] = useState<CallError | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const recipes = data?.recipes ?? [];
  const { recipes: said } = texts();
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
    if (text === null) return setError(unreadable());
    const result = await callOnce("recipes.import", { text });
    setError(result.ok ? null : result.error);
    if (result.ok) setReport(result.data);
    refresh();
  };
  return (
    <Section title={said.title}>
      <p className="quiet">{said.about}</p>
      {recipes.length > 0 && (
        <ul className="recipes" aria-label={said.title}>
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
          {said.exportAll}
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
  const { actions, recipes } = texts();
  return (
    <li className="setting">
      <div>
        <strong>{host}</strong>
        <code className="recipe-place" title={price.selectors.join("\n")}>
          {price.selectors[0]}
        </code>
      </div>
      <span>
        <Button variant="quiet" aria-label={recipes.exportOf(host)} onClick={onExport}>
          {recipes.export}
        </Button>
        <Button variant="quiet" aria-label={recipes.removeOf(host)} onClick={onRemove}>
          {actions.remove.label}
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
        {texts().recipes.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts().recipes.toImport}
        accept=".jsonl,.ndjson,.json,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows opening the same file again.
          target.value = "";
        }}
      />
    </>
  );
}

function Imported({ report: { imported, skipped } }: { readonly report: Report }) {
  const { recipes } = texts();
  return (
    <>
      <p>{importedText(imported, skipped.length)}</p>
      {skipped.length > 0 && (
        <ul className="skipped quiet">
          {skipped.slice(0, mostNamed).map(({ line, reason }) => (
            <li key={line}>{recipes.lineProblem(formatCount(line), reason)}</li>
          ))}
          {skipped.length > mostNamed && <li>{recipes.andMore(formatCount(skipped.length - mostNamed))}</li>}
        </ul>
      )}
    </>
  );
}

function importedText(imported: number, skipped: number): string {
  const { recipes } = texts();
  const read = formatPlural("recipe", imported);
  return skipped === 0 ? recipes.imported(read) : recipes.importedSome(read, formatPlural("line", skipped));
}
