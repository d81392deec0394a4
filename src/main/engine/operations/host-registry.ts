import {
  type HostOperation,
  type HostOutput,
  type HostResult,
  hostOperations,
} from "../../../shared/data/host-operations.js";
import type { DataProblem } from "../../../shared/data/problem.js";
import { describeDiskProblem, StorageError } from "../db/storage-error.js";
import type { RequestContext } from "./context.js";
import { exportInSteps } from "./export-file.js";
import { importFile } from "./import-file.js";
import { Cancelled, type LongWork } from "./long-work.js";
import { backUpInSteps, lookIntoBackup } from "./paced-backup.js";

export type HostContext = RequestContext & { readonly dataFolder: string };

type Handlers = {
  readonly [K in HostOperation]: (
    context: HostContext,
    file: string,
    work: LongWork,
  ) => HostOutput<K> | Promise<HostOutput<K>>;
};

const handlers: Handlers = {
  "backup.write": async ({ dataFolder }, file, work) => ({
    bytes: await backUpInSteps(dataFolder, file, work),
  }),
  "backup.inspect": ({ dataFolder }, file) => lookIntoBackup(dataFolder, file),
  "catalogue.export": ({ dataFolder }, file, work) => exportInSteps(dataFolder, file, work),
  "catalogue.import": importFile,
};

/** Runs an operation reserved for the app's main process. Never rejects. */
export async function performForHost<K extends HostOperation>(
  context: HostContext,
  operation: K,
  input: unknown,
  work: LongWork,
): Promise<HostResult<K>> {
  try {
    const { file } = hostOperations[operation].input.parse(input);
    return { outcome: "done", data: await handlers[operation](context, file, work) };
  } catch (error) {
    if (error instanceof Cancelled) return { outcome: "cancelled" };
    return { outcome: "failed", problem: problemOf(context, error) };
  }
}

/** Describes an error for the user. Unexpected errors are logged, too. */
export function problemOf(
  { log, dataFolder }: Pick<HostContext, "log" | "dataFolder">,
  error: unknown,
): DataProblem {
  const known = error instanceof StorageError ? error : describeDiskProblem(error, dataFolder);
  if (known !== null) return known.problem;
  log.error("A file operation failed unexpectedly.", error);
  return {
    kind: "unexpected",
    path: null,
    message: "Something unexpected went wrong.",
    action: "Try again. If it keeps failing, see logs/engine.log in the data folder.",
  };
}
