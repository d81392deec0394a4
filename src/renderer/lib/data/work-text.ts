import { assertNever } from "../../../shared/assert-never.js";
import type { HostProgress } from "../../../shared/data/host-operations.js";
import type { DataTask, EndedJob, ImportSummary } from "../../../shared/data/job.js";
import { formatBytes, formatCount, formatPlural } from "../format.js";
import { locale, texts } from "../texts.js";
import { problemText } from "./problem-text.js";

/** Progress in the task's own units: `12,300 of 50,000 products`. */
export function progressText(task: DataTask, { done, total }: HostProgress): string {
  const { outOf } = texts().common;
  switch (task) {
    case "back-up":
    case "restore":
      return outOf(formatBytes(done), formatBytes(total));
    case "import":
      return outOf(formatCount(done), formatPlural("line", total));
    case "export":
      return outOf(formatCount(done), formatPlural("product", total));
    default:
      return assertNever(task);
  }
}

/** `partly`: finished, but not with everything in the file. */
export type ResultTone = "done" | "partly" | "cancelled" | "failed";

export interface ResultText {
  readonly tone: ResultTone;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The result of an operation on files, and its effect on the shopper's data. */
export function resultText({ task, path, result }: EndedJob): ResultText {
  const { dataPart } = texts();
  switch (result.kind) {
    case "backed-up": {
      const sentences = [dataPart.backedUpAbout(formatBytes(result.bytes))];
      return { tone: "done", title: dataPart.backedUp, sentences };
    }
    case "exported": {
      const { products, deals, bytes } = result.counts;
      const inFile = [
        formatPlural("product", products),
        formatPlural("deal", deals),
        formatBytes(bytes),
      ] as const;
      return { tone: "done", title: dataPart.exported, sentences: [dataPart.exportedAbout(...inFile)] };
    }
    case "restored": {
      const { previous, powers, arePowersOn, dropped } = result;
      const kept = previous === null ? dataPart.restoredFirst : dataPart.restoredAbout(previous);
      const off = arePowersOn ? [] : powers.map(({ name }) => name);
      const leftOut = dropped.map(
        ({ table, rows, names }) => `${table} (${formatCount(rows)}) ${names.join(", ")}`,
      );
      return {
        tone: off.length + leftOut.length > 0 ? "partly" : "done",
        title: dataPart.restored,
        sentences: [
          kept,
          ...(off.length > 0 ? [dataPart.leftOff(off.join(", "))] : []),
          ...(leftOut.length > 0 ? [dataPart.dropped(leftOut.join("; ").trim())] : []),
        ],
      };
    }
    case "imported":
      return importText(path, result.summary);
    case "cancelled": {
      const untouched = task === "import" ? dataPart.nothingRead : dataPart.nothingWritten;
      return { tone: "cancelled", title: dataPart.cancelled[task], sentences: [untouched] };
    }
    case "failed": {
      const { title, advice } = problemText(result.problem, path);
      return {
        tone: "failed",
        title: dataPart.failed[task],
        sentences: [title, advice, dataPart.nothingChanged],
      };
    }
    default:
      return assertNever(result);
  }
}

function importText(path: string, summary: ImportSummary): ResultText {
  const { dataPart } = texts();
  const { ended, lines, total, problem } = summary;
  const wentIn = whatWentIn(summary);
  if (ended === "whole") return wholeText(summary.skipped_total > 0, wentIn);
  const soFar = dataPart.importedSoFar(formatCount(lines), formatPlural("line", total));
  if (ended === "cancelled")
    return { tone: "cancelled", title: dataPart.cancelled.import, sentences: [...wentIn, soFar] };
  const why = problem === null ? [] : Object.values(problemText(problem, path));
  return { tone: "failed", title: dataPart.importFailed, sentences: [...why, ...wentIn, soFar] };
}

function wholeText(isPartly: boolean, wentIn: readonly string[]): ResultText {
  const { dataPart } = texts();
  if (wentIn.length === 0) return { tone: "failed", title: dataPart.importedNothing, sentences: [] };
  if (isPartly) return { tone: "partly", title: dataPart.importedPartly, sentences: wentIn };
  return { tone: "done", title: dataPart.imported, sentences: wentIn };
}

function whatWentIn({ products, offers, points, reviews, deals }: ImportSummary): string[] {
  const counts = { product: products, offer: offers, pricePoint: points, review: reviews, deal: deals };
  const nouns = ["product", "offer", "pricePoint", "review", "deal"] as const;
  const parts = nouns.filter((noun) => counts[noun] > 0).map((noun) => formatPlural(noun, counts[noun]));
  const list = new Intl.ListFormat(locale(), { type: "conjunction" }).format(parts);
  return parts.length === 0 ? [] : [texts().dataPart.wentIn(list)];
}
