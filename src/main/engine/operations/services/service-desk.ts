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

/** With so many of its own, a search does without a service's. */
const enoughFound = 5;
/** A search costs the service's account a credit for each product. */
const mostSearched = 20;
/** Three credits an hour, while somebody looks at deals. */
const dealsFetched = 25;
/** What is here already is not held back for longer, only because something newer may come. */
const refreshPatienceMs = 2_500;

/** Engines that a question has come through. A longer list is no chain but nonsense. */
function readVia(text: string | undefined): string[] {
  return (text ?? "").slice(0, 1_000).split(",").filter(Boolean);
}

/** Waits for work that goes on whether it is waited for or not. */
function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * Reads through to the connected services: what a request needs and is not here, or is old, is fetched and entered
 * before the request is carried out. What no service gives is answered from what is here, as old as it is.
 */
export class ServiceDesk {
  readonly #context: ServiceContext;
  readonly #recent = new RecentAsks();
  /** Requests under way, so that who wants the same waits for them. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** A service was added, changed or removed: it may know what nobody knew a moment ago. */
  forget(): void {
    this.#recent.clear();
  }

  /** Fetches what the request needs. Resolves at once where it has no use for a service. */
  async readAhead(request: AheadRequest): Promise<void> {
    const { db, clock, engineId, log } = this.#context;
    const via = readVia(request.via?.());
    if (via.includes(engineId)) return;
    const wants = wantsOf(request);
    // Who could not pay for the answer here must not spend credits there.
    if (wants === null || !canSpend(db, request.accountId, clock.now())) return;
    const services = allServices(db).filter((service) => isUsable(service, clock.now()));
    if (services.length === 0) return;
    const isHere = services.every(({ id }) => isAllHere(db, id, wants));
    const work = this.#fillAll(services, wants, via).catch((error: unknown) =>
      log.error("A service's answer could not be entered.", error),
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

  /** Asks and enters the answer; whether the service may be asked more. The same question is shared. */
  #fetch(id: number, question: ServiceQuestion, via: readonly string[]): Promise<boolean> {
    // Engines that ask each other at once would wait for each other, if they shared what came round a circle.
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
      // It may have been removed while it was being asked.
      if (service !== undefined) enterAnswer(this.#context, tx, service, question, reply.answer);
    });
    this.#context.onNews("prices");
    return true;
  }
}
