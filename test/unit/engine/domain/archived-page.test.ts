import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  archivedAddress,
  firstPace,
  isSameTitle,
  nextPace,
  nextRequestMs,
  planCopies,
  plausibleReadings,
  timestampMs,
} from "../../../../src/main/engine/domain/archived-page.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/shared/time.js";
import "../../../support/seed.js";

const publicArchive = "https://web.archive.org";

function address(url: string, allowed: readonly string[] = [], archive = publicArchive): string | null {
  return archivedAddress(url, { allowedHosts: new Set(allowed), archive });
}

describe("the address that is sent to an archive", () => {
  it.each([
    ["https://shop.example/p/1", "https://shop.example/p/1"],
    ["http://shop.example/p/1?color=red&size=XL", "http://shop.example/p/1?color=red&size=XL"],
    ["https://shop.example/p/1?utm_source=a&color=red&fbclid=b#top", "https://shop.example/p/1?color=red"],
    [
      "https://shop.example/p?variant=39284756283746103948",
      "https://shop.example/p?variant=39284756283746103948",
    ],
    [
      "https://shop.example/p?name=trail-lantern-400-deluxe-edition",
      "https://shop.example/p?name=trail-lantern-400-deluxe-edition",
    ],
    [
      "https://shop.example/p?sort_order=asc&monkey=1&keyboard=qwertz",
      "https://shop.example/p?sort_order=asc&monkey=1&keyboard=qwertz",
    ],
  ])("of %s is %s", (url, expected) => {
    expect(address(url)).toBe(expected);
  });

  it.each([
    "https://ann@shop.example/p/1",
    "https://ann:secret@shop.example/p/1",
    "https://shop.example/p/1?token=1",
    "https://shop.example/p/1?accessToken=1",
    "https://shop.example/p/1?api_key=1",
    "https://shop.example/p/1?X-Amz-Signature=1",
    "https://shop.example/p/1?PHPSESSID=1",
    "https://shop.example/p/1;jsessionid=0A1B2C",
    "https://shop.example/p/1?for=ann@mail.example",
    "https://shop.example/p/1?for=ann%40mail.example",
    "https://shop.example/p/1?t=eyJhbGciOiJIUzI1NiJ9.e30.x",
    "https://shop.example/invite/eyJhbGciOiJIUzI1NiJ9",
    "https://shop.example/p/1?x=9f86d081884c7d659a2feaa0c55ad015",
    "https://shop.example/p/1?x=550e8400-e29b-41d4-a716-446655440000",
    "http://localhost/p/1",
    "http://nas/p/1",
    "http://shop.local/p/1",
    "http://192.168.1.5/p/1",
    "http://[::1]/p/1",
    "http://2130706433/p/1",
  ])("%s is never named to one", (url) => {
    expect(address(url)).toBeNull();
  });

  it("a host that the owner has allowed is named only to a private archive", () => {
    const url = "http://shop.corp.example:8080/p/1";
    expect(address(url, ["shop.corp.example:8080"])).toBeNull();
    expect(address(url, ["shop.corp.example:8080"], "http://192.168.1.9")).toBe(url);
    expect(address("http://nas.local/p/1", [], "http://192.168.1.9")).toBeNull();
  });
});

describe("the copies to read", () => {
  const untilMs = Date.UTC(2026, 5, 15);
  const options = { sinceMs: null, untilMs, knownMs: [] };
  const copy = (timestamp: string) => ({ timestamp, digest: null });
  const stamps = fc
    .array(fc.date({ min: new Date(Date.UTC(1997, 0)), max: new Date(untilMs - 1), noInvalidDate: true }), {
      maxLength: 400,
    })
    .map((dates) => dates.map((date) => copy(date.toISOString().replace(/\D/g, "").slice(0, 14))));

  it("are at most 36, each once and of another month, and cover each recent year", () => {
    fc.assert(
      fc.property(stamps, (copies) => {
        const planned = planCopies(copies, options);
        const months = planned.map(({ timestamp }) => timestamp.slice(0, 6));
        expect(new Set(months).size).toBe(planned.length);
        const years = [...new Set(copies.map(({ timestamp }) => timestamp.slice(0, 4)))].sort().reverse();
        expect(planned.slice(0, years.length).map(({ timestamp }) => timestamp.slice(0, 4))).toEqual(years);
      }),
    );
    const monthly = Array.from({ length: 60 }, (_, i) => {
      const date = new Date(Date.UTC(2021, i)).toISOString();
      return copy(`${date.replace(/\D/g, "").slice(0, 8)}000000`);
    });
    expect(planCopies(monthly, options)).toHaveLength(36);
  });

  it("begin with the one nearest to the middle of its year, and leave out what is filled, too old or too new", () => {
    const copies = ["20240105000000", "20240620000000", "20241220000000", "20260616000000"].map(copy);
    expect(planCopies(copies, options).map(({ timestamp }) => timestamp)).toEqual([
      "20240620000000",
      "20241220000000",
      "20240105000000",
    ]);
    const since = { ...options, sinceMs: Date.UTC(2024, 5), knownMs: [timestampMs("20241220000000")] };
    expect(planCopies(copies, since).map(({ timestamp }) => timestamp)).toEqual(["20240620000000"]);
  });

  it.each(["20250230000000", "20251301000000", "20250101250000", "2025010100000", "2025-01-01", ""])(
    "'%s' is no time of a copy",
    (timestamp) => {
      expect(timestampMs(timestamp)).toBeNaN();
    },
  );
});

describe("prices of copies", () => {
  const reading = (priceMinor: number, digest: string | null = String(priceMinor)) => ({
    timestamp: "20250101000000",
    priceMinor,
    digest,
  });
  const kept = (...readings: ReturnType<typeof reading>[]) =>
    plausibleReadings(readings, 5_000).map(({ priceMinor }) => priceMinor);

  it("up to five times today's price count, others only with another changed copy at most twice apart", () => {
    expect(kept(reading(1_000), reading(25_000))).toEqual([1_000, 25_000]);
    expect(kept(reading(25_001))).toEqual([]);
    expect(kept(reading(999), reading(26_000))).toEqual([]);
    expect(kept(reading(30_000), reading(60_000))).toEqual([30_000, 60_000]);
    expect(kept(reading(30_000, "same"), reading(30_000, "same"))).toEqual([]);
    expect(kept(reading(30_000, "one"), reading(30_000, "two"))).toEqual([30_000, 30_000]);
  });

  it.each([
    ["Trail Lantern 400", true],
    ["Acme Trail Lantern 400, black | Outdoor Shop", true],
    ["TRAIL LANTERN", true],
    ["Trail Lantern 300", false],
    ["Garden Hose 20", false],
    ["Trail Boots", false],
    ["Page not found", false],
  ])("a copy titled '%s' is the product's: %s", (shown, expected) => {
    expect(isSameTitle(shown, { title: "Trail Lantern 400", url: "https://shop.example/p/1" })).toBe(
      expected,
    );
  });

  it("a renamed product is known by the words of its address", () => {
    const known = { title: "Light for camping", url: "https://shop.example/trail-lantern-400.html" };
    expect(isSameTitle("Trail Lantern 400", known)).toBe(true);
    expect(isSameTitle("Garden Hose", known)).toBe(false);
  });
});

describe("the pace of an archive", () => {
  const common = { nowMs: 1_000_000, gapMs: 5_000, retryAfterMs: null };
  const waits = (troubles: readonly ("refused" | "failed" | null)[], retryAfterMs: number | null = null) => {
    let pace = firstPace;
    let nowMs = common.nowMs;
    return troubles.map((trouble) => {
      pace = nextPace(pace, { ...common, nowMs, trouble, retryAfterMs });
      const waitMs = pace.nextMs - nowMs;
      nowMs = pace.nextMs;
      return waitMs / MINUTE_MS;
    });
  };

  it("is five seconds after an answer, five minutes and more after a refusal, and a minute and more after a failure", () => {
    expect(waits([null, null])).toEqual([5 / 60, 5 / 60]);
    expect(waits(["refused", "refused", null, "refused"])).toEqual([5, 10, 5 / 60, 20]);
    expect(waits(["failed", "failed", null, "failed"])).toEqual([1, 2, 5 / 60, 1]);
    expect(waits(Array.from({ length: 12 }, () => "failed" as const)).at(-1)).toBe(60);
    expect(waits(["refused"], 40 * MINUTE_MS)).toEqual([40]);
    expect(waits(["refused"], 1_000)).toEqual([5]);
    expect(waits(["refused"], 400 * DAY_MS)).toEqual([24 * 60]);
  });

  it("a day without refusals forgets them", () => {
    const refused = nextPace(firstPace, { ...common, trouble: "refused" });
    const later = nextPace(refused, { ...common, nowMs: common.nowMs + 2 * DAY_MS, trouble: "refused" });
    expect(later.refusals).toBe(1);
  });

  it("a clock that is set back does not make the pause longer", () => {
    const pace = nextPace(firstPace, { ...common, nowMs: 10 * DAY_MS, trouble: null });
    expect(nextRequestMs(pace, DAY_MS)).toBe(DAY_MS + 5_000);
    expect(nextRequestMs(pace, 10 * DAY_MS + HOUR_MS)).toBe(10 * DAY_MS + 5_000);
  });
});
