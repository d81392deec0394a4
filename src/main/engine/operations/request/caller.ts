/** The owner of the data: the window or a command. Neither charged nor limited, and never refused for lack of credits. */
interface Owner {
  readonly kind: "owner";
  readonly accountId: number;
}

/** A program with an API key, metered as the contract defines it. */
export interface KeyHolder {
  readonly kind: "key";
  readonly accountId: number;
  /** Read-only keys allow GET only (decision 4). */
  readonly isReadOnly: boolean;
}

export type Caller = Owner | KeyHolder;

export function isMetered({ kind }: Caller): boolean {
  return kind === "key";
}
