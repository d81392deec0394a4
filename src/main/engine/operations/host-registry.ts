import type { DataError } from "../../../shared/data/data-error.js";
import {
  type HostOperation,
  type HostOutput,
  type HostResult,
  hostOperations,
} from "../../../shared/data/host-operations.js";
import { describeDiskError, StorageError } from "../db/storage-error.js";
import { backUp, readBackupSummary } from "./backup/backup.js";
import { exportInSteps } from "./catalogue/export-catalogue.js";
import { importFile } from "./catalogue/import-file.js";
import type { RequestContext } from "./request/context.js";
import { CancelledError, type TaskControl } from "./request/task-control.js";

export type HostContext = RequestContext & { readonly dataFolder: string };

type Handlers = {
  readonly [K in HostOperation]: (
    context: HostContext,
    file: string,
    control: TaskControl,
  ) => HostOutput<K> | Promise<HostOutput<K>>;
};

const handlers: Handlers = {
  "backup.write": async ({ dataFolder }, file, control) => ({
    bytes: await backUp(dataFolder, file, control),
  }),
  "backup.inspect": ({ dataFolder }, file) => readBackupSummary(dataFolder, file),
  "catalogue.export": ({ dataFolder }, file, control) => exportInSteps(dataFolder, file, control),
  "catalogue.import": importFile,
};

/** Runs an operation reserved for the app's main process. Never rejects. */
export async function performHostOperation<K extends HostOperation>(
  context: HostContext,
  operation: K,
  input: unknown,
  control: TaskControl,
): Promise<HostResult<K>> {
  try {
    const { file } = hostOperations[operation].input.parse(input);
    return { outcome: "done", data: await handlers[operation](context, file, control) };
  } catch (error) {
    if (error instanceof CancelledError) return { outcome: "cancelled" };
    return { outcome: "failed", problem: toDataError(context, error) };
  }
}

/** Describes an error for the user. Unexpected errors are logged, too. */
export function toDataError(
  { log, dataFolder }: Pick<HostContext, "log" | "dataFolder">,
  error: unknown,
): DataError {
  const known = error instanceof StorageError ? error : describeDiskError(error, dataFolder);
  if (known !== null) return known.dataError;
  log.error("A file operation failed unexpectedly.", error);
  return {
    kind: "unexpected",
    path: null,
    message: "Something unexpected went wrong.",
    action: "Try again. If it keeps failing, see logs/engine.log in the data folder.",
  };
}
