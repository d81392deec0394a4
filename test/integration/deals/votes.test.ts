import { describe, expect, it, onTestFinished } from "vitest";
import { eachDeal, findDeals, saveDeal } from "../../../src/main/engine/db/deal.js";
import { write } from "../../../src/main/engine/db/store.js";
import type { Deal } from "../../../src/shared/contract/deal.js";
import { dealsRequest } from "../../../src/shared/contract/requests.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { openTestStore } from "../../support/folder.js";

async function start(): Promise<TestEngine> {
  const engine = await startTestEngine({ sample: true });
  onTestFinished(() => engine.stop());
  return engine;
}

async function newest(engine: TestEngine): Promise<Deal[]> {
  const answer = await engine.call("deals.list", { sort: "new", limit: 20 });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.deals;
}

async function vote(engine: TestEngine, path: string, choice: "up" | "down" | null) {
  const answer = await engine.call("deals.vote", { path, vote: choice });
  return answer.ok ? answer.data.votes : answer.error;
}

describe("votes on deals", () => {
  it("a vote counts once, and can be reversed or withdrawn", async () => {
    const engine = await start();
    const [deal] = await newest(engine);
    if (!deal) throw new Error("The sample has no deals.");
    const { path, votes } = deal;
    const { upvotes, downvotes, score } = votes;
    expect(await vote(engine, path, "up")).toEqual({ upvotes: upvotes + 1, downvotes, score: score + 1 });
    expect(await vote(engine, path, "up")).toEqual({ upvotes: upvotes + 1, downvotes, score: score + 1 });
    expect((await newest(engine)).find((each) => each.path === path)?.votes.score).toBe(score + 1);
    expect(await vote(engine, path, "down")).toEqual({ upvotes, downvotes: downvotes + 1, score: score - 1 });
    const own = await engine.call("deals.own_votes", { paths: [path, "no/such/deal"] });
    expect(own).toMatchObject({ ok: true, data: { votes: [{ path, vote: "down" }] } });
    expect(await vote(engine, path, null)).toEqual(votes);
    expect(await engine.call("deals.own_votes", { paths: [path] })).toMatchObject({ data: { votes: [] } });
  });

  it("a vote survives a restart", async () => {
    const engine = await start();
    const [deal] = await newest(engine);
    await vote(engine, deal?.path ?? "", "up");
    await engine.restart();
    expect((await newest(engine)).find(({ path }) => path === deal?.path)?.votes.upvotes).toBe(
      (deal?.votes.upvotes ?? 0) + 1,
    );
  });

  it("a vote is rejected for an unknown deal", async () => {
    const engine = await start();
    expect(await vote(engine, "no/such/deal", "up")).toMatchObject({
      code: "ERR_INVALID_PARAMS",
      message: expect.stringContaining("no/such/deal"),
    });
  });
});

function createDeal(path: string, score: number): Deal {
  return {
    path,
    title: path,
    subtitle: "",
    description: "",
    emoji: "",
    grade: { letter: "B", suffix: "", value: 65, justification: "" },
    pricing: { current: 10, original: 20, currency: "USD" },
    retailer: { name: "shop.example" },
    url: "",
    votes: { upvotes: score, downvotes: 0, score },
    comment_count: 0,
    created_at: "2026-11-21T10:00:00.000Z",
  };
}

describe("deals saved again", () => {
  it("a deal keeps the local vote and is exported without it", async () => {
    const engine = await start();
    const [deal] = await newest(engine);
    if (!deal) throw new Error("The sample has no deals.");
    await vote(engine, deal.path, "up");
    const updated = { ...deal, votes: { upvotes: 50, downvotes: 10, score: 40 } };
    write(engine.db, (tx) => saveDeal(tx, { deal: updated, category: null }, true));
    expect((await newest(engine)).find(({ path }) => path === deal.path)?.votes).toEqual({
      upvotes: 51,
      downvotes: 10,
      score: 41,
    });
    const exported = [...eachDeal(engine.db)].find((each) => each.deal.path === deal.path);
    expect(exported?.deal.votes.score).toBe(40);
  });

  it("a deal is ranked by its votes including the local one", () => {
    const db = openTestStore();
    write(db, (tx) => {
      for (const path of ["a", "b"]) saveDeal(tx, { deal: createDeal(path, 5), category: null }, false);
      tx.connection.exec(`INSERT INTO account (id, name, status, plan_credits, bonus_credits, plan_started_at, created_at)
        VALUES (7, 'default', 'active', 1000, 0, 0, 0)`);
      tx.connection.exec(`INSERT INTO deal_vote VALUES ('b', 7, 1, 0)`);
      saveDeal(tx, { deal: createDeal("b", 5), category: null }, false);
    });
    const { deals } = findDeals(
      db,
      dealsRequest.parse({ sort: "hot" }),
      Date.parse("2026-11-21T12:00:00.000Z"),
    );
    expect(deals.map(({ path, votes }) => [path, votes.score])).toEqual([
      ["b", 6],
      ["a", 5],
    ]);
  });
});
