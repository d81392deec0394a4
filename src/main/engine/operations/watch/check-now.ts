import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { productIdByService } from "../../db/product.js";
import { makeSchedulesDue } from "../../db/schedule.js";
import { write } from "../../db/store.js";
import type { RequestContext } from "../request/context.js";
import { ContractError } from "../request/contract-error.js";

/**
 * Brings scheduled checks forward. They use the usual queue, so a shop is never visited more often than is
 * polite, however often this is called.
 */
export function checkNow(
  context: RequestContext & { readonly accountId: number },
  { service }: AppRequest<"schedules.check">,
): AppOutput<"schedules.check"> {
  const { db, clock, accountId, effects } = context;
  const productId = service === undefined ? null : productIdByService(db, service);
  if (productId === undefined)
    throw new ContractError("ERR_PRODUCT_NOT_FOUND", `Unknown product ${service}.`);
  const products = write(db, (tx) => makeSchedulesDue(tx, { accountId, productId, nowMs: clock.now() }));
  effects.wakeWorker("schedules");
  return { products };
}
