import { statSync } from "node:fs";
import {
  type AppOperation,
  type AppOutput,
  type AppRequest,
  appOperations,
} from "../../../shared/app/operations.js";
import { databaseFile } from "../db/data-folder.js";
import { countOffers } from "../db/offer.js";
import { countPoints } from "../db/price-history.js";
import { countProducts } from "../db/product.js";
import { defaultAccountName, showAccount } from "./accounts.js";
import type { OperationContext } from "./context.js";
import { ContractError } from "./contract-error.js";
import { createKey, listKeys, revokeApiKey } from "./keys.js";
import { parameterError } from "./parameter-errors.js";
import { hasSample, loadSample, removeSample } from "./sample.js";
import { priceStatistics } from "./statistics.js";

/** What the app's own operations need beside the common context. */
export interface AppContext extends OperationContext {
  readonly accountId: number;
  readonly dataFolder: string;
  readonly baseUrl: () => string;
  readonly version: string;
}

type Handlers = {
  readonly [K in AppOperation]: (context: AppContext, request: AppRequest<K>) => AppOutput<K>;
};

const handlers: Handlers = {
  "app.info": (context) => ({
    base_url: context.baseUrl(),
    data_folder: context.dataFolder,
    database_bytes: statSync(databaseFile(context.dataFolder)).size,
    products: countProducts(context.db),
    offers: countOffers(context.db),
    points: countPoints(context.db),
    has_sample: hasSample(context.db),
    version: context.version,
    pid: process.pid,
  }),
  "app.statistics": (context, { service }) => priceStatistics(context.db, service, context.clock.now()),
  "account.show": (context) => {
    const account = showAccount(context.db, defaultAccountName, context.clock.now());
    if (account === null) throw new Error("The default account is gone.");
    return account;
  },
  "keys.list": (context) => listKeys(context.db, context.accountId),
  "keys.create": (context, { name, read_only }) =>
    createKey(context, context.accountId, { name, isReadOnly: read_only }),
  "keys.revoke": (context, { id }) => ({ revoked: revokeApiKey(context, context.accountId, id) }),
  "sample.load": (context) => ({ products: loadSample(context) }),
  "sample.remove": (context) => ({ products: removeSample(context) }),
};

/** Runs one of the app's own operations: no credits, not counted. Throws `ContractError`. */
export function performApp<K extends AppOperation>(
  context: AppContext,
  operation: K,
  input: unknown,
): AppOutput<K> {
  const request = appOperations[operation].input.safeParse(input);
  if (!request.success)
    throw new ContractError("ERR_INVALID_PARAMS", parameterError(request.error, input).message);
  // The map ties the schema to the handler by its name; the compiler cannot see that through a type parameter.
  return handlers[operation](context, request.data as AppRequest<K>);
}
