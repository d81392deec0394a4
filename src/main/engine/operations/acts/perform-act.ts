import type { ActKind, ActSubject } from "../../../../shared/app/acts.js";
import { actById, extendAct, type NewAct, recordAct } from "../../db/acts/act.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { productById, productIdByKey } from "../../db/products/product.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import type { RequestContext } from "../request/context.js";

/** The context of the owner's acts. */
export type ActingContext = RequestContext & {
  readonly accountId: number;
  /** Who acts: `window`, `command`, or the id of an owner key. */
  readonly client: string;
};

/** The subject of an act about products, which must still exist. */
export function subjectOf(db: ReadDb, productKeys: readonly (string | null)[]): ActSubject {
  const keys = new Set(productKeys);
  for (const key of keys) {
    const id = key === null ? undefined : productIdByKey(db, key);
    const stored = id === undefined ? undefined : productById(db, id);
    if (stored !== undefined) return { title: stored.product.title, count: keys.size };
  }
  return { title: null, count: keys.size };
}

/** The product of an offer, for the act about it. */
export function subjectOfOffer(db: ReadDb, publicId: string): ActSubject {
  const offer = offerByPublicId(db, publicId);
  const product = offer && productById(db, offer.productId);
  return { title: product?.product.title ?? null, count: 1 };
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

/** Performs an act of the owner in a transaction of its own. */
export function performAct<T extends object>(
  context: ActingContext,
  kind: ActKind,
  {
    subject,
    partOf,
  }: {
    /** What it is about, as it is before the act. */
    readonly subject: (tx: WriteDb) => ActSubject;
    readonly partOf?: number | undefined;
  },
  work: (tx: WriteDb) => T,
): T & { readonly act_id: number | null } {
  return writeDurably(context.db, (tx) =>
    recordPart(tx, context, { kind, subject: subject(tx), partOf }, () => work(tx)),
  );
}
