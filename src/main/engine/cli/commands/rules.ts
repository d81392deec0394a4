import type { Command } from "commander";
import { z } from "zod";
import { type AlertRule, ruleOperations } from "../../../../shared/app/rules.js";
import { parseJson } from "../../../../shared/parse-json.js";
import { allRules } from "../../db/alerts/alert-rule.js";
import { describeError } from "../../domain/describe-issue.js";
import { toAlertRule } from "../../operations/alerts/rules.js";
import { withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson, toReason, withReadableStore } from "../environment.js";
import { readText } from "../input.js";
import { type Owner, withOwner } from "../owner.js";
import { exportLines } from "./catalogue.js";

const exportedRule = ruleOperations["rules.save"].input.omit({ id: true });
type ExportedRule = z.output<typeof exportedRule>;

const rulesFile = z.object({ rules: z.array(z.unknown()) });

function toExported({ product_key, trigger, retailer, condition, is_enabled }: AlertRule): ExportedRule {
  return exportedRule.parse({ product_key, trigger, retailer, condition, is_enabled });
}

/** The rules for all products first, in an order that does not depend on the data folder. */
function* exportRules(rules: readonly AlertRule[]): Generator<string> {
  const lines = rules.map(toExported).map((rule) => ({ rule, text: JSON.stringify(rule) }));
  const sorted = lines.toSorted(
    (a, b) =>
      Number(a.rule.product_key !== null) - Number(b.rule.product_key !== null) || (a.text < b.text ? -1 : 1),
  );
  yield JSON.stringify({ rules: sorted.map(({ rule }) => rule) });
}

function exportCommand(file: string | undefined, options: GlobalOptions): Promise<void> {
  return withReadableStore(options, (context, folder) =>
    exportLines(context.db, folder, exportRules(allRules(context.db).map(toAlertRule)), file),
  );
}

/** The rules of a file, each parsed or with the reason why it is invalid. Throws `CommandError` unless it holds rules. */
export function parseRules(text: string): (ExportedRule | string)[] {
  const data = parseJson(text.replace(/^\uFEFF/, ""));
  if (data === undefined)
    throw new CommandError("The file is not valid JSON. Export rules with 'tidemark rules export'.");
  const parsed = rulesFile.safeParse(data);
  if (!parsed.success)
    throw new CommandError("The file has no list of rules. Export rules with 'tidemark rules export'.");
  return parsed.data.rules.map((each) => {
    const rule = exportedRule.safeParse(each);
    return rule.success ? rule.data : describeError(rule.error);
  });
}

interface ImportReport {
  added: number;
  /** Rules that existed, and were turned on or off as in the file. */
  changed: number;
  existing: number;
  /** By their place in the file, from 1. */
  skipped: { rule: number; reason: string }[];
}

/** What tells a rule from others: everything but whether it is enabled. */
function meaningOf({ is_enabled: _isEnabled, ...meaning }: ExportedRule): string {
  return JSON.stringify(meaning);
}

type KnownRules = ReadonlyMap<string, Pick<AlertRule, "id" | "is_enabled">>;

async function importRule({ call }: Owner, known: KnownRules, rule: ExportedRule) {
  const same = known.get(meaningOf(rule));
  if (same?.is_enabled === rule.is_enabled) return "existing";
  await call("rules.save", { ...rule, ...(same === undefined ? {} : { id: same.id }) });
  return same === undefined ? "added" : "changed";
}

async function importRules(owner: Owner, rules: readonly (ExportedRule | string)[]): Promise<ImportReport> {
  const report: ImportReport = { added: 0, changed: 0, existing: 0, skipped: [] };
  const stored = allRules(owner.context.db).map(toAlertRule);
  const known: KnownRules = new Map(stored.map((rule) => [meaningOf(toExported(rule)), rule]));
  for (const [i, rule] of rules.entries()) {
    try {
      if (typeof rule === "string") throw new CommandError(rule);
      report[await importRule(owner, known, rule)]++;
    } catch (error) {
      report.skipped.push({ rule: i + 1, reason: toReason(error) });
    }
  }
  return report;
}

async function importCommand(file: string, options: GlobalOptions): Promise<void> {
  const rules = parseRules(await readText(file));
  const report = await withOwner(options, (owner) => importRules(owner, rules));
  printJson(report);
  const skipped = report.skipped.length;
  if (skipped > 0)
    throw new CommandError(`${skipped} of ${rules.length} rules ${skipped === 1 ? "was" : "were"} skipped.`);
}

export function addRulesCommands(program: Command): void {
  const rules = program.command("rules").description("Export or import alert rules and targets.");
  rules
    .command("export")
    .argument("[file]", "file to write (default: stdout)")
    .description("Export the alert rules and targets as JSON.")
    .action(withGlobals(exportCommand));
  rules
    .command("import")
    .argument("<file>", "a file written by 'rules export'; '-' reads stdin")
    .description("Add the alert rules and targets of a file to those that exist.")
    .action(withGlobals(importCommand));
}
