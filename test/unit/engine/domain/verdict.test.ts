import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceRange } from "../../../../src/main/engine/domain/price-range.js";
import { productStatistics } from "../../../../src/main/engine/domain/statistics.js";
import { clipSpans } from "../../../../src/main/engine/domain/step-series.js";
import { evaluatePrice, pastPrices, priceVerdict } from "../../../../src/main/engine/domain/verdict.js";
import { thinHistoryDays } from "../../../../src/shared/app/limits.js";
import { verdictFact } from "../../../../src/shared/app/statistics.js";
import { verdict as german } from "../../../../src/shared/texts/de/history.js";
import { reasons as germanReasons } from "../../../../src/shared/texts/de/reasons.js";
import { verdict as english } from "../../../../src/shared/texts/en/history.js";
import { verdictHeadline, verdictSentence } from "../../../../src/shared/texts/sentences.js";
import { tideStand } from "../../../../src/shared/tide/geometry.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { historyOf, pricesOf } from "./points.js";

const now = Date.UTC(2026, 10, 21);

/** Prices of one offer as `[days ago, price in cents]`; 0 is out of stock. */
type Points = readonly (readonly [daysAgo: number, price: number])[];

interface Wanted {
  readonly targets?: readonly number[];
  /** A page's own price. */
  readonly page?: number | undefined;
}

function evaluate(offers: readonly Points[], { targets = [], page }: Wanted = {}) {
  const series = offers.map((points, id) => ({
    id,
    points: points.map(([daysAgo, price]) => ({
      atMs: now - daysAgo * DAY_MS,
      priceMinor: price === 0 ? 1_000 : price,
      availability: price === 0 ? (2 as const) : (1 as const),
    })),
  }));
  const history = historyOf(series, now);
  const stats = productStatistics(history);
  const yearSpans = clipSpans(history.spans, history.presentMs - 365 * DAY_MS, history.presentMs);
  const year = priceRange(yearSpans, stats.daysOfHistory);
  const past = pastPrices(stats, year);
  const bestMinor = stats.current?.priceMinor ?? null;
  const price = { priceMinor: page ?? bestMinor, bestMinor, targets };
  const { grade, isLowestEver } = evaluatePrice(past, price);
  const verdict = priceVerdict(past, price, { yearSpans, currency: "USD" });
  const headline = verdictHeadline(verdict, english, (amount) => `$${amount}`);
  const [lowest, highest] = [stats.lowest?.priceMinor ?? 0, stats.highest?.priceMinor ?? 0];
  const known = { lowest, highest, year, days: stats.daysOfHistory, price: price.priceMinor, bestMinor };
  return { ...verdict, ...known, grade, isLowestEver, headline };
}

const verdictFor = (...points: Points) => evaluate([points]);

describe("verdicts", () => {
  it("the verdict is none while the product is out of stock", () => {
    expect(verdictFor([100, 10_000], [1, 0])).toMatchObject({ kind: "none", grade: null });
    expect(verdictFor()).toMatchObject({ kind: "none", grade: null });
  });

  it.each([
    [13, "Only 13 days of history: too little to say whether $123.45 is a good price."],
    [0.5, "Less than a day of history: too little to say whether $123.45 is a good price."],
    [1, "Only 1 day of history: too little to say whether $123.45 is a good price."],
  ])("the verdict admits to only %d days of data", (days, reason) => {
    expect(verdictFor([days, 12_345])).toMatchObject({ kind: "thin", grade: null, reason });
  });

  it.each<[string, string, object]>([
    [
      "a great price, which states equal medians once",
      "400:100000 2:75000",
      {
        headline: "Low tide. Buy now.",
        grade: "A+",
        reason: "$750.00 is 25% under its 30-day median of $1,000.00. It has not been cheaper so far.",
      },
    ],
    [
      "a fair price",
      "60:90000 50:100000",
      {
        headline: "A fair price.",
        grade: "C",
        reason:
          "$1,000.00 is at its 30-day median of $1,000.00. The lowest so far was $900.00. It has not been dearer in 60 days so far.",
      },
    ],
    [
      "a high price",
      "400:80000 380:100000 100:150000 90:100000 2:130000",
      {
        headline: "High tide. Wait.",
        grade: "F",
        reason:
          "$1,300.00 is 30% over its 30-day median of $1,000.00. The lowest so far was $800.00, over a year ago. It was cheaper on 97% of days in the last year.",
      },
    ],
    [
      "two medians that differ",
      "60:100000 25:70000 5:60000",
      {
        headline: "Low tide. Buy now.",
        reason:
          "$600.00 is 14% under its 30-day median of $700.00 and 40% under its 60-day median of $1,000.00. It has not been cheaper in 60 days so far.",
      },
    ],
    [
      "a price that fell on the first day",
      "18:4999 17:3999",
      {
        headline: "A good price.",
        grade: "B",
        isLowestEver: true,
        reason: "$39.99 is at its 18-day median of $39.99. It has not been cheaper in 18 days so far.",
      },
    ],
    [
      "a price that has never moved",
      "17:3999",
      {
        headline: "Unchanged so far.",
        grade: null,
        isLowestEver: false,
        reason: "$39.99 on each of 17 days so far. Whether that is a good price shows once it moves.",
      },
    ],
  ])("the verdict says of %s what is known", (_case, prices, said) => {
    expect(evaluate([pricesOf(prices)])).toMatchObject(said);
  });

  it("the verdict of a reached target names it, and nothing says to wait", () => {
    const dear = pricesOf("60:4000 2:5500");
    expect(evaluate([dear], { targets: [5_000] })).toMatchObject({ kind: "wait", grade: "F", target: 50 });
    expect(evaluate([dear], { targets: [6_000, 5_800, 5_000] })).toMatchObject({
      headline: "Below your target of $58",
      grade: null,
      reason: "$55.00 is 37% over its 30-day median of $40.00. The lowest so far was $40.00.",
    });
    expect(evaluate([dear], { targets: [5_500] }).headline).toBe("At your target of $55");
    expect(evaluate([[[3, 5_500]]], { targets: [6_000] }).headline).toBe("Below your target of $60");
  });

  it("the verdict on a page's own price knows that another shop is cheaper", () => {
    const past = pricesOf("100:15000 2:10499");
    expect(evaluate([past], { page: 10_499 }).headline).toBe("Low tide. Buy now.");
    expect(evaluate([past], { page: 11_500 }).headline).toBe("A good price.");
    expect(evaluate([past], { page: 16_000 }).headline).toBe("High tide. Wait.");
  });
});

const fewPrices = fc.constantFrom(900, 1_000, 1_050, 1_500, 2_000);
const points = fc
  .array(
    fc.tuple(
      fc.oneof(fc.nat(40), fc.nat(500)),
      fc.oneof({ weight: 5, arbitrary: fewPrices }, fc.integer({ min: 1, max: 3_000 }), fc.constant(0)),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.toSorted(([one], [other]) => other - one));
const cases = fc.record({
  offers: fc.array(points, { minLength: 1, maxLength: 3 }),
  targets: fc.array(fewPrices, { maxLength: 2 }),
  page: fc.option(fewPrices, { nil: undefined }),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;
type Evaluated = ReturnType<typeof evaluate>;

const tidesOf = ({ price, year }: Evaluated) =>
  tideStand({
    price,
    low: year?.lowest.priceMinor ?? null,
    high: year?.highest.priceMinor ?? null,
    usual: year?.usual ? { low: year.usual.lowMinor, high: year.usual.highMinor } : null,
  });

const isGood = ({ kind }: Evaluated) => kind === "great" || kind === "good";
const kindsOfFacts = ({ facts }: Evaluated) => facts.map(({ kind }) => kind);

/** Each must hold for the verdict on every history. */
const invariants: Readonly<Record<string, (verdict: Evaluated, given: Case) => boolean>> = {
  "the lowest price known is never fair or high, and its grade never below B": ({
    kind,
    grade,
    price,
    lowest,
  }) =>
    price === null ||
    price > lowest ||
    (kind !== "fair" && kind !== "wait" && (grade === null || /^(A|B(?!-))/.test(grade))),
  "the highest price known is never good": (verdict) =>
    verdict.price === null || verdict.price < verdict.highest || !isGood(verdict),
  "a tie counts for the shopper: never cheaper than on no day": ({ facts }) =>
    facts.every((fact) => fact.kind !== "cheaper_than" || (fact.percent >= 1 && fact.percent <= 99)),
  "the lowest price has not been cheaper, and only that price": (verdict) => {
    const { price, lowest } = verdict;
    const says = kindsOfFacts(verdict);
    if (price === null || says.some((kind) => ["thin", "steady", "no_price"].includes(kind))) return true;
    return price > lowest
      ? says.includes("lowest_was")
      : says.includes("not_cheaper") && !says.includes("lowest_was");
  },
  "with less than a year, nothing speaks of a year": ({ days, facts, reason }) =>
    days >= 365 ||
    (!/year/.test(reason) && !/Monate/.test(verdictSentence(facts, germanReasons.verdict, plainFormats))),
  "one median is stated until they differ": ({ facts }) => {
    const medians = facts.flatMap((fact) => (fact.kind === "against_median" ? [fact.median] : []));
    return new Set(medians).size === medians.length;
  },
  "a price that has never moved has no grade, is no lowest ever, and says so": (verdict) => {
    const { days, year, price, lowest, highest, kind, grade, isLowestEver } = verdict;
    const isSteady = price !== null && lowest === price && highest === price;
    if (!isSteady || days < thinHistoryDays || year === null) return kind !== "steady";
    const isSaid = kindsOfFacts(verdict).includes("steady") && (kind === "steady" || kind === "target");
    return isSaid && grade === null && !isLowestEver;
  },
  "the headline names the target exactly while it is reached": ({ kind, price, year }, { targets }) =>
    (kind === "target") === (price !== null && year !== null && targets.some((target) => price <= target)),
  "a reached target has no grade below B, and no sentence that says to wait": (verdict) =>
    verdict.kind !== "target" ||
    ((verdict.grade === null || /^[AB]/.test(verdict.grade)) &&
      !kindsOfFacts(verdict).some((kind) => kind === "not_dearer" || kind === "dearer_than")),
  "high tide is above the usual range, and low tide below it": ({ kind, price, year }) => {
    const usual = year?.usual ?? null;
    if (usual === null || price === null) return kind !== "wait" && kind !== "great";
    return (kind !== "wait" || price > usual.highMinor) && (kind !== "great" || price < usual.lowMinor);
  },
  "the gauge says the same as the verdict": (verdict) => {
    const stand = tidesOf(verdict);
    if (verdict.kind === "wait") return /^(aboveUsual|nearHighest|highest)$/.test(stand ?? "");
    if (isGood(verdict)) return !/^(aboveUsual|nearHighest|highest)$/.test(stand ?? "");
    return verdict.kind !== "fair" || stand !== "lowest" || isFlat(verdict);
  },
  "a good price is over no median, and was not cheaper on most days": (verdict) =>
    !isGood(verdict) ||
    verdict.facts.every(
      (fact) => fact.kind !== "dearer_than" && (fact.kind !== "against_median" || fact.percent >= 0),
    ),
  "a price that has not been cheaper is good": (verdict) =>
    !kindsOfFacts(verdict).includes("not_cheaper") || isGood(verdict) || verdict.kind === "target",
  "low tide never stands on a price that is dearer elsewhere": ({ kind, price, bestMinor }) =>
    kind !== "great" || bestMinor === null || (price ?? 0) <= bestMinor,
  "the grade and the kind are the same": ({ kind, grade }) => {
    const letters: Readonly<Record<string, RegExp>> = { great: /^A/, good: /^B/, fair: /^C/, wait: /^[DF]/ };
    return grade === null ? letters[kind] === undefined : (letters[kind] ?? /^[AB]/).test(grade);
  },
  "the sentences are whole, and their facts valid": ({ reason, facts }) =>
    /^[A-Z$\d].*\.$/.test(reason) &&
    !/NaN|Infinity|undefined|null/.test(reason) &&
    facts.every((fact) => verdictFact.safeParse(fact).success),
  "each kind has its words": (verdict) =>
    verdict.headline !== "" && verdictHeadline(verdict, german, (amount) => `${amount} €`) !== "",
};

const plainFormats = {
  money: (amount: number) => String(amount),
  percent: (value: number) => `${value} %`,
  date: (iso: string) => iso,
  day: (day: string) => day,
};

function isFlat({ year }: Evaluated): boolean {
  return year?.lowest.priceMinor === year?.highest.priceMinor;
}

it("of any history, all invariants hold", () => {
  fc.assert(
    fc.property(cases, (given) => {
      const verdict = evaluate(given.offers, given);
      const broken = Object.entries(invariants).filter(([, holds]) => !holds(verdict, given));
      expect(broken.map(([name]) => name)).toEqual([]);
    }),
    {
      numRuns: 10_000,
      examples: [
        // A price that another shop has undercut just now.
        [{ offers: [pricesOf("14:1501 0:900")], targets: [], page: 1_500 }],
        [{ offers: [pricesOf("32:1500 31:1050 30:0 0:900")], targets: [], page: 1_000 }],
        // One below that of the whole last year, which was lower only before it.
        [{ offers: [pricesOf("366:1 365:1050")], targets: [], page: 1_000 }],
      ],
    },
  );
});
