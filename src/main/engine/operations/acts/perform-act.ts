import type { ActKind, ActSubject } from "../../../../shared/app/acts.js";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { actById, extendAct, type NewAct, recordAct } from "../../db/acts/act.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import type { Operation, OwnerContext } from "../request/context.js";
import type { WorkKind } from "../request/effects.js";
import { createPublishContext, type PublishContext } from "../webhooks/publish-event.js";

/** The context of the owner's acts. */
export type ActingContext = OwnerContext & {
  /** Who acts: `window`, `command`, or the id of an owner key. */
  readonly client: string;
};

/** The subject of an act about products: the name of the first that exists, as it is before the act. */
export function subjectOf(db: ReadDb, productKeys: readonly (string | null)[]): ActSubject {
  const keys = new Set(productKeys);
  for (const key of keys) {
    const id = key === null ? undefined : productIdByKey(db, key);
    const stored = id === undefined ? undefined : productById(db, id);
    if (stored !== undefined) return { title: stored.product.title, count: keys.size };
  }
  return { title: null, count: keys.size };
}

export function aboutProduct(db: ReadDb, request: { readonly product_key: string | null }): ActSubject {
  return subjectOf(db, [request.product_key]);
}

export function aboutProducts(db: ReadDb, request: { readonly product_keys: readonly string[] }): ActSubject {
  return subjectOf(db, request.product_keys);
}

/** The subject of an act about an offer: its product. */
export function aboutOffer(db: ReadDb, request: { readonly offer_id: string }): ActSubject {
  const offer = offerByPublicId(db, request.offer_id);
  const product = offer && productById(db, offer.productId);
  return { title: product?.product.title ?? null, count: 1 };
}

export function aboutHost(_db: ReadDb, { host }: { readonly host: string }): ActSubject {
  return { title: host, count: 1 };
}

/** An act that this one continues, so that one undo takes back both; null if it is over. */
function continuedAct(db: ReadDb, act: NewAct, partOf: number | undefined): number | null {
  const known = partOf === undefined ? undefined : actById(db, act.accountId, partOf);
  return known?.parentId === null && known.undoneMs === null && known.work === null ? known.id : null;
}

/** Performs an act within a transaction. Returns the work's result with the id of the act. */
export function recordPart<T extends object>(
  tx: WriteDb,
  { accountId, client, clock }: Pick<ActingContext, "accountId" | "client" | "clock">,
  act: { readonly kind: ActKind; readonly subject: ActSubject; readonly partOf?: number | undefined },
  work: () => T,
): T & { readonly act_id: number | null } {
  const { kind, subject, partOf } = act;
  const newAct = { accountId, client, kind, subject, nowMs: clock.now() };
  const parentId = continuedAct(tx, newAct, partOf);
  const { result, actId } = recordAct(tx, { ...newAct, parentId }, work);
  if (parentId === null || actId === null) return { ...result, act_id: actId };
  extendAct(tx, parentId, kind, subject.count);
  return { ...result, act_id: parentId };
}

/** What acts leave to the workers: checks of what is watched now, rules that may be met already. */
const workAfter: { readonly [K in ActKind]?: readonly WorkKind[] } = {
  "watch.put": ["schedules", "alerts"],
  "watch.stop": ["schedules"],
  "purchases.save": ["schedules", "alerts"],
  "purchases.remove": ["schedules", "alerts"],
  "rules.save_many": ["alerts"],
  "rules.remove": ["alerts"],
  "products.merge": ["alerts"],
  "products.split": ["alerts"],
  "paying.count": ["alerts"],
  "history.fetch": ["archive"],
};

/**
 * An operation that the owner can take back: its work is one durable transaction, which is recorded as an act. `follow` runs
 * in the same transaction and is not recorded: an undo takes back no alert that has been raised.
 */
export function act<K extends ActKind, Context extends ActingContext = ActingContext>(
  kind: K,
  subject: (tx: ReadDb, request: AppRequest<K>) => ActSubject,
  work: (
    tx: WriteDb,
    context: Context & PublishContext,
    request: AppRequest<K>,
  ) => Omit<AppOutput<K>, "act_id">,
  follow?: (tx: WriteDb, context: PublishContext, request: AppRequest<K>) => void,
): Operation<K, Context> {
  return (context, request) => {
    const working = { ...context, ...createPublishContext(context) };
    const { part_of: partOf } = request as { readonly part_of?: number };
    const done = writeDurably(context.db, (tx) => {
      const act = { kind, subject: subject(tx, request), partOf };
      const result = recordPart(tx, context, act, () => work(tx, working, request));
      follow?.(tx, working, request);
      return result;
    });
    for (const worker of workAfter[kind] ?? []) context.effects.wakeWorker(worker);
    // The output of an act is that of its work with its id, which the compiler cannot see through a type parameter.
    return done as unknown as AppOutput<K>;
  };
}
