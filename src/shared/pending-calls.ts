/** Messages to another process that await their answers, each under the id that it is sent with. */
export class PendingCalls<Answer> {
  readonly #resolvers = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  /** Registers a call: returns the id to send it with, and its answer, which never rejects. */
  register(): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = ++this.#lastId;
    return { id, answer: new Promise((resolve) => this.#resolvers.set(id, resolve)) };
  }

  /** Ignores calls that have been settled before. */
  settle(id: number, answer: Answer): void {
    this.#resolvers.get(id)?.(answer);
    this.#resolvers.delete(id);
  }

  settleAll(answer: Answer): void {
    for (const id of [...this.#resolvers.keys()]) this.settle(id, answer);
  }
}
