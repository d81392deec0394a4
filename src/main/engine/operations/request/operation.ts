import type { AppOperation, AppOutput, AppRequest } from "../../../../shared/app/operations.js";

/** The work of one of the app's operations. Its context has what it needs of the running engine. */
export type Operation<K extends AppOperation, Context> = (
  context: Context,
  request: AppRequest<K>,
) => AppOutput<K>;

export type AsyncOperation<K extends AppOperation, Context> = (
  context: Context,
  request: AppRequest<K>,
) => Promise<AppOutput<K>>;
