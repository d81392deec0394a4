import { create } from "zustand";
import type { DealVote } from "../../shared/app/deals.js";
import type { Deal } from "../../shared/contract/deal.js";
import { ask, callOnce } from "./call-engine.js";
import { notifyFailure } from "./notices.js";

interface DealVotes {
  /** The shopper's own votes; null where there is none, missing where it is not known. */
  readonly own: Readonly<Record<string, DealVote | null>>;
  /** Votes as they are since the shopper has voted: the lists were read before. */
  readonly counted: Readonly<Record<string, Deal["votes"]>>;
}

export const useDealVotes = create<DealVotes>(() => ({ own: {}, counted: {} }));

/** Reads the shopper's own votes on deals that come into view. */
export async function readOwnVotes(paths: readonly string[]): Promise<void> {
  const { own } = useDealVotes.getState();
  const unknown = paths.filter((path) => !Object.hasOwn(own, path));
  if (unknown.length === 0) return;
  const result = await ask("deals.own_votes", { paths: [...unknown] });
  if (!result.ok) return;
  const given = new Map(result.data.votes.map(({ path, vote }) => [path, vote]));
  const known = Object.fromEntries(unknown.map((path) => [path, given.get(path) ?? null]));
  useDealVotes.setState((state) => ({ own: { ...known, ...state.own } }));
}

/** Deals whose vote is on its way: a second click meanwhile would say what the first did not mean. */
const sending = new Set<string>();

/** Votes; the same vote again takes it back. */
export async function vote(path: string, wish: DealVote): Promise<void> {
  if (sending.has(path)) return;
  sending.add(path);
  await readOwnVotes([path]);
  const next = useDealVotes.getState().own[path] === wish ? null : wish;
  const result = await callOnce("deals.vote", { path, vote: next });
  sending.delete(path);
  if (!result.ok) return notifyFailure(result.error);
  useDealVotes.setState(({ own, counted }) => ({
    own: { ...own, [path]: next },
    counted: { ...counted, [path]: result.data.votes },
  }));
}
