import { Download, Upload } from "lucide-react";
import { useState } from "react";
import type { StoredRecipe } from "../../../shared/app/recipes.js";
import type { CallError, OperationResult } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { LineForm } from "../../components/fields.js";
import { OpenFileButton } from "../../components/open-file-button.js";
import { Section } from "../../components/section.js";
import { ShopName } from "../../components/shop-name.js";
import { ErrorNote } from "../../components/states.js";
import { Switch } from "../../components/switch.js";
import { saveFile } from "../../lib/export-file.js";
import { formatCalendarDay, formatCount, formatPlural } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { act } from "../../stores/acts.js";
import { change, expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { countTerm } from "../../stores/paying.js";
import { useTest } from "./connections.js";

type ImportReport = OperationResult<"recipes.import">;

/** The bridge accepts no more in one call. */
const maxImportBytes = 900_000;
const maxListedLines = 5;

/** The places of clicked prices by shop, with import and export. */
export function RecipesSection() {
  const { data } = useAnswer("recipes.list", {});
  const { error, run } = useAct();
  const [report, setReport] = useState<ImportReport | null>(null);
  const recipes = data?.recipes ?? [];
  const { recipes: said } = texts();
  const save = async (host?: string) => {
    const result = await callOnce("recipes.export", host === undefined ? {} : { host });
    if (!result.ok) return result.error;
    const name = host === undefined ? "tidemark-recipes" : `tidemark-recipe-${host.replace(/[^\w.-]/g, "-")}`;
    saveFile(`${name}.jsonl`, "application/x-ndjson", result.data.text);
    return null;
  };
  const expire = () => expireAnswers("recipes.list");
  const remove = ({ host, page }: StoredRecipe) =>
    act("recipes.remove", { host, page }, { topic: "recipe removed", text: said.removed(host), expire });
  const read = async (file: File) => {
    setReport(null);
    const text = await readImport(file);
    if (typeof text !== "string") return text;
    return act(
      "recipes.import",
      { text },
      {
        topic: "recipes imported",
        text: ({ imported }) => said.imported(formatPlural("recipe", imported)),
        expire: (imported) => {
          expire();
          setReport(imported);
        },
      },
    );
  };
  return (
    <Section title={said.title}>
      <p className="quiet">{said.about}</p>
      {recipes.length > 0 && (
        <ul className="setting-row" aria-label={said.title}>
          {recipes.map((recipe) => (
            <RecipeItem
              key={`${recipe.host}${recipe.page}`}
              recipe={recipe}
              onExport={() => void run(() => save(recipe.host))}
              onRemove={() => void run(() => remove(recipe))}
            />
          ))}
        </ul>
      )}
      <div className="line wraps setting-row">
        <OpenFileButton
          icon={Upload}
          accept=".jsonl,.ndjson,.json,.txt"
          onFile={(file) => void run(() => read(file))}
          testId="recipes-file"
        >
          {texts().dataPart.importFile}
        </OpenFileButton>
        <Button disabled={recipes.length === 0} icon={Download} onClick={() => void run(save)}>
          {said.exportAll}
        </Button>
      </div>
      <div role="status" className="recipes-report">
        {report && <ImportSummary report={report} />}
      </div>
      {error && <ErrorNote error={error} />}
    </Section>
  );
}

/** The file's text, or the reason why it cannot be imported. */
async function readImport(file: File): Promise<string | CallError> {
  const { recipes } = texts();
  if (file.size > maxImportBytes)
    return { code: "ERR_INVALID_PARAMS", message: recipes.tooLarge(file.name), action: recipes.splitIt };
  return file
    .text()
    .catch(() => ({ code: "ERR_INVALID_PARAMS", message: recipes.unreadable, action: recipes.openAgain }));
}

interface RecipeItemProps {
  readonly recipe: StoredRecipe;
  readonly onExport: () => void;
  readonly onRemove: () => void;
}

function RecipeItem({ recipe: { host, page, price }, onExport, onRemove }: RecipeItemProps) {
  const { actions, recipes } = texts();
  return (
    <li className="setting">
      <div>
        <strong>{host}</strong>
        <span className="breaks quiet" title={price.selectors.join("\n")}>
          {page ?? ` · ${recipes.allPages}`}
        </span>
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

function ImportSummary({ report: { imported, skipped } }: { readonly report: ImportReport }) {
  const { recipes, dataPart } = texts();
  const count = formatPlural("recipe", imported);
  if (skipped.length === 0) return null;
  return (
    <>
      <p>{recipes.importedSome(count, formatPlural("line", skipped.length))}</p>
      <ul className="skipped quiet">
        {skipped.slice(0, maxListedLines).map(({ line, reason }) => (
          <li key={line}>{dataPart.lineProblem(formatCount(line), reason)}</li>
        ))}
        {skipped.length > maxListedLines && (
          <li>{recipes.andMore(formatCount(skipped.length - maxListedLines))}</li>
        )}
      </ul>
    </>
  );
}

/** The address of the shopper's own search engine, which finds other shops of a product. It is saved once it works. */
export function SearchEngineSection() {
  const { data } = useAnswer("shops.engine", {});
  const [typed, setTyped] = useState<string | null>(null);
  const { alsoAt: said, verdict, search } = texts();
  const text = typed ?? data?.address ?? "";
  const test = useTest({
    running: search.underWay,
    send: () => callOnce("shops.set_engine", { address: text.trim() === "" ? null : text.trim() }),
    toResult: ({ address }) => {
      setTyped(null);
      expireAnswers("shops.engine", "shops.find");
      return { isGood: true, text: address === null ? said.removed : said.works };
    },
  });
  return (
    <Section title={verdict.otherShops}>
      <p className="quiet">{said.settingAbout}</p>
      <LineForm
        className="hosts-add setting-row"
        type="url"
        label={said.address}
        placeholder={said.example}
        maxLength={2_048}
        value={text}
        onChange={setTyped}
        submit={said.testAndSave}
        canSubmit={data !== null && !test.isRunning}
        onSubmit={test.run}
      />
      {test.line}
    </Section>
  );
}

/** The conditions that the shopper meets, and shipping, which count in prices. */
export function PayingSection() {
  const { data, error, refresh } = useAnswer("paying.read", {});
  const conditions = data?.conditions ?? [];
  const { actions, paying } = texts();
  return (
    <Section title={paying.title}>
      <Switch
        label={paying.countShipping}
        note={paying.shippingNote}
        isOn={data !== null && data.shipping_since !== null}
        disabled={data === null}
        onChange={(isOn) => void countTerm({ kind: "shipping" }, isOn)}
      />
      <p className="quiet setting-row">{paying.about}</p>
      <ul className="setting-row" aria-label={paying.conditions}>
        {conditions.map(({ retailer, kind, since }) => (
          <li key={`${retailer} ${kind}`} className="setting">
            <span>
              <strong>
                <ShopName host={retailer} />
              </strong>{" "}
              · {paying.kinds[kind]} · {paying.since(formatCalendarDay(since))}
            </span>
            <Button
              variant="quiet"
              aria-label={actions.remove.of(`${paying.kinds[kind]} (${shopName(retailer)})`)}
              onClick={() => void countTerm({ retailer, kind }, false)}
            >
              {actions.remove.label}
            </Button>
          </li>
        ))}
      </ul>
      {error && <ErrorNote error={error} onRetry={refresh} />}
    </Section>
  );
}

/** Whether the Internet Archive is asked for each page that is added. */
export function OlderPricesSection() {
  const { data } = useAnswer("history.consent", {});
  const { error, run } = useAct();
  const said = texts().olderPrices;
  return (
    <Section title={said.title}>
      <Switch
        label={said.setting}
        note={said.settingNote}
        isOn={data?.always ?? false}
        disabled={data === null}
        onChange={(always) => void run(() => change("history.set_consent", { always }, "history.consent"))}
      />
      {error && <ErrorNote error={error} />}
    </Section>
  );
}

/** Private addresses that pages may be fetched from; public ones need no permission. */
export function HostsSection() {
  const { data } = useAnswer("pages.hosts", {});
  const [text, setText] = useState("");
  const { error, run } = useAct();
  const allow = (host: string, isAllowed: boolean) =>
    run(() => change("pages.allow", { host, is_allowed: isAllowed }, "pages.hosts"));
  const add = async () => {
    if (await allow(text, true)) setText("");
  };
  const { actions, settings } = texts();
  return (
    <Section title={settings.privatePages}>
      <p className="quiet">{settings.privateAbout}</p>
      <ul className="setting-row" aria-label={settings.allowedAddresses}>
        {data?.hosts.map((host) => (
          <li key={host} className="setting">
            <code>{host}</code>
            <Button
              variant="quiet"
              aria-label={actions.forbid.of(host)}
              onClick={() => void allow(host, false)}
            >
              {actions.forbid.label}
            </Button>
          </li>
        ))}
      </ul>
      <LineForm
        className="hosts-add setting-row"
        label={settings.addressToAllow}
        placeholder="192.168.1.5:8080"
        maxLength={260}
        value={text}
        onChange={setText}
        submit={settings.allow}
        canSubmit={text.trim() !== ""}
        onSubmit={() => void add()}
      />
      {error && <ErrorNote error={error} />}
    </Section>
  );
}
