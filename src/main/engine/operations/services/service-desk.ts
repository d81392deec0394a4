import { searchProductText } from "../../db/product-text.js";
import { allServices, type StoredService, serviceById } from "../../db/service.js";
import { write } from "../../db/store.js";
import { searchTerms } from "../../domain/search-terms.js";
import { freshForMs, isStale, missKeptMs } from "../../domain/service-freshness.js";
import { isUsable } from "../../domain/service-pause.js";
import type { ServiceQuestion } from "../../sources/service/service-client.js";
import { canSpend } from "../desk.js";
import type { AheadRequest } from "../effects.js";
import { askService, type ServiceContext } from "./ask-service.js";
import { enterAnswer } from "./enter-answer.js";
import { isAllHere, kindOf, questionsFor, reviewsFor } from "./gaps.js";
import { RecentAsks } from "./recent-asks.js";
import { type Wants, wantsOf } from "./wants.js";

/** A search with this many stored results queries no upstream. */
const enoughFound = 5;
/** A search costs the account at the upstream a credit for each product. */
const mostSearched = 20;
/** Three credits an hour, while deals are being viewed. */
const dealsFetched = 25;
/** How long stored data is held back in the hope of newer data. */
const refreshPatienceMs = 2_500;

/** Parses the engines that a request has passed through, up to a length that no real chain exceeds. */
function readVia(text: string | undefined): string[] {
  return (text ?? "").slice(0, 1_000).split(",").filter(Boolean);
}

/** Stops waiting after `ms`; the work itself continues. */
function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * Read-through cache in front of the upstream servers: missing or stale data is fetched and saved before the
 * request runs. If no upstream has it, the request uses the stored data, however old.
 */
export class ServiceDesk {
  readonly #context: ServiceContext;
  readonly #recent = new RecentAsks();
  /** Queries in progress, shared by requests that need the same data. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /**
   * Call this when an upstream was added, changed or removed: it may now answer queries that recently failed.
   */
  forget(): void {
    this.#recent.clear();
  }

  /** Fetches what the request needs. Resolves immediately if no upstream can help. */
  async readAhead(request: AheadRequest): Promise<void> {
    const { db, clock, engineId, log } = this.#context;
    const via = readVia(request.via?.());
    if (via.includes(engineId)) return;
    const wants = wantsOf(request);
    // A caller who could not pay for the response here must not spend credits upstream.
    if (wants === null || !canSpend(db, request.accountId, clock.now())) return;
    const services = allServices(db).filter((service) => isUsable(service, clock.now()));
    if (services.length === 0) return;
    const isHere = services.every(({ id }) => isAllHere(db, id, wants));
    const work = this.#fillAll(services, wants, via).catch((error: unknown) =>
      log.error("An upstream's response could not be saved.", error),
    );
    await (isHere ? waitAtMost(work, refreshPatienceMs) : work);
  }

  async #fillAll(services: readonly StoredService[], wants: Wants, via: readonly string[]): Promise<void> {
    for (const service of services) await this.#fill(service, wants, via);
  }

  #fill(service: StoredService, wants: Wants, via: readonly string[]): Promise<unknown> {
    switch (wants.kind) {
      case "deals":
        return this.#fillDeals(service, via);
      case "search":
        return this.#fillSearch(service, wants, via);
      default:
        return this.#fillProducts(service, wants, via);
    }
  }

  async #fillDeals({ id, dealsMs }: StoredService, via: readonly string[]): Promise<void> {
    if (!isStale("deals", dealsMs, this.#context.clock.now())) return;
    await this.#fetch(id, { kind: "deals", limit: dealsFetched }, via);
  }

  async #fillSearch(
    { id }: StoredService,
    { words, limit }: Extract<Wants, { kind: "search" }>,
    via: readonly string[],
  ): Promise<void> {
    const { db } = this.#context;
    const { total } = searchProductText(db, searchTerms(words), { limit: 1, offset: 0 });
    if (total >= enoughFound || this.#isRecent(id, "search", words)) return;
    await this.#fetch(id, { kind: "search", words, limit: Math.min(limit, mostSearched) }, via);
  }

  async #fillProducts(
    { id }: StoredService,
    wants: Extract<Wants, { kind: "products" }>,
    via: readonly string[],
  ): Promise<void> {
    const { db, clock } = this.#context;
    const isRecent = (kind: string, asked: string) => this.#isRecent(id, kind, asked);
    for (const question of questionsFor(db, id, wants, clock.now(), isRecent))
      if (!(await this.#fetch(id, question, via))) return;
    for (const upstreamId of reviewsFor(db, id, wants, clock.now())) {
      if (isRecent("review", upstreamId)) continue;
      if (!(await this.#fetch(id, { kind: "review", id: upstreamId }, via))) return;
    }
  }

  #isRecent(id: number, kind: string, asked: string): boolean {
    return this.#recent.has(`${id} ${kind} ${asked}`, this.#context.clock.now());
  }

  #note(id: number, question: ServiceQuestion): void {
    const nowMs = this.#context.clock.now();
    const note = (asked: string, keptMs: number) =>
      this.#recent.note(`${id} ${kindOf(question)} ${asked}`, nowMs + keptMs);
    if ("ids" in question) for (const asked of question.ids) note(asked, missKeptMs);
    else if (question.kind === "review") note(question.id, missKeptMs);
    else if (question.kind === "search") note(question.words, freshForMs.search);
  }

  /**
   * Queries an upstream and saves the response; identical queries are shared. Returns whether the upstream
   * may be queried further.
   */
  #fetch(id: number, question: ServiceQuestion, via: readonly string[]): Promise<boolean> {
    // `via` is part of the key: engines that query each other would deadlock if they shared a query that has
    // come full circle.
    const key = `${id} ${JSON.stringify(question)} ${via.join(",")}`;
    const underWay =
      this.#underWay.get(key) ?? this.#fetchOnce(id, question, via).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, underWay);
    return underWay;
  }

  async #fetchOnce(id: number, question: ServiceQuestion, via: readonly string[]): Promise<boolean> {
    const { db } = this.#context;
    const reply = await askService(this.#context, id, question, { via });
    if (reply === null) return false;
    if (!reply.ok && reply.failure.problem !== "refused") return false;
    this.#note(id, question);
    if (!reply.ok) return true;
    write(db, (tx) => {
      const service = serviceById(tx, id);
      // The upstream may have been removed in the meantime.
      if (service !== undefined) enterAnswer(this.#context, tx, service, question, reply.answer);
    });
    this.#context.onNews("prices");
    return true;
  }
}
