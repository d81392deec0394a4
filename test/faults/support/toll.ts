import { type Kept, type KeptKind, keptKinds } from "../checks/kept.js";
import type { Bill } from "../checks/ledger.js";

/** What callers of an engine were told before it went: what must be there afterwards. */
export class Toll {
  readonly #kept = new Map<KeptKind, Set<string>>(keptKinds.map((kind) => [kind, new Set()]));
  readonly #answered = { credits: 0, requests: 0 };
  readonly #inFlight = { credits: 0, requests: 0 };
  /** Entries of which the app was told. */
  readonly told: string[] = [];

  keep(kind: KeptKind, ...names: string[]): void {
    for (const name of names) this.#kept.get(kind)?.add(name);
  }

  /** Where a write may have taken the place of an older one. */
  forget(kind: KeptKind, name: string): void {
    this.#kept.get(kind)?.delete(name);
  }

  get kept(): Kept {
    return Object.fromEntries(this.#kept) as unknown as Kept;
  }

  get bill(): Bill {
    return { answered: { ...this.#answered }, inFlight: { ...this.#inFlight } };
  }

  get requests(): number {
    return this.#answered.requests + this.#inFlight.requests;
  }

  /** A request has been sent that costs `most` at most; call what is returned with what its answer says. */
  send(most: number): (credits: number, isCounted?: boolean) => void {
    this.#inFlight.credits += most;
    this.#inFlight.requests++;
    return (credits, isCounted = true) => {
      this.#inFlight.credits -= most;
      this.#inFlight.requests--;
      this.#answered.credits += credits;
      if (isCounted) this.#answered.requests++;
    };
  }
}
