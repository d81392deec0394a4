import { describe, expect, it, vi } from "vitest";
import { keyAct, wheelAction } from "../../../../../../src/renderer/features/product/history/chart-input.js";
import { line } from "./lines.js";

const noKeys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

/** Presses a key over two changes, at 10 and 20 of 100, and returns what it calls. */
function press(key: string, held: Partial<typeof noKeys> = {}, atMs: number | null = null) {
  const calls: unknown[] = [];
  const log = (name: string) => vi.fn((...input: number[]) => void calls.push([name, ...input]));
  const whole = { startMs: 0, endMs: 100 };
  const view = {
    viewport: whole,
    bounds: whole,
    isZoomed: false,
    show: vi.fn(),
    reset: log("reset"),
    zoom: log("zoom"),
    panBy: log("pan"),
    reveal: log("reveal"),
  };
  const shown = [line("a", [10, 5], [20, 6])];
  keyAct({ key, ...noKeys, ...held })?.({ view, shown, atMs, onCrossHair: log("cross-hair") as never });
  return calls;
}

describe("keys of the chart", () => {
  it("step from change to change", () => {
    expect(press("ArrowRight")).toEqual([
      ["cross-hair", 10],
      ["reveal", 10],
    ]);
    expect(press("ArrowRight", {}, 10)[0]).toEqual(["cross-hair", 20]);
    expect(press("ArrowLeft", {}, 20)[0]).toEqual(["cross-hair", 10]);
    expect(press("ArrowLeft", {}, 10)).toEqual([]);
    expect([press("Home", {}, 20)[0], press("End")[0]]).toEqual([
      ["cross-hair", 10],
      ["cross-hair", 20],
    ]);
  });

  it("pan, zoom, reset and leave", () => {
    expect(press("ArrowRight", { shiftKey: true })).toEqual([["pan", 20]]);
    expect(press("PageUp")).toEqual([["pan", -100]]);
    expect(press("+", { shiftKey: true }, 30)).toEqual([["zoom", 1.5, 30]]);
    expect(press("=", {}, 30)).toEqual([["zoom", 1.5, 30]]);
    expect(press("0")).toEqual([["reset"]]);
    expect(press("Escape", {}, 30)).toEqual([["cross-hair", null]]);
  });

  it("leave the window's and the system's keys to them", () => {
    const others = [press("ArrowLeft", { altKey: true }), press("+", { ctrlKey: true }), press("Tab")];
    expect([...others, press("0", { metaKey: true })].flat()).toEqual([]);
  });
});

const turn = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false };
const away = { hasFocus: false, isZoomed: false };

describe("the wheel over the chart", () => {
  it("scrolls the page until the chart was chosen", () => {
    expect(wheelAction({ ...turn, deltaY: -100 }, away)).toBeNull();
    expect(wheelAction({ ...turn, deltaY: -100 }, { ...away, hasFocus: true })).toMatchObject({
      kind: "zoom",
    });
    expect(wheelAction({ ...turn, deltaY: -100, ctrlKey: true }, away)).toMatchObject({ kind: "zoom" });
  });

  it("goes on scrolling the page where there is nothing further out", () => {
    expect(wheelAction({ ...turn, deltaY: 100 }, { hasFocus: true, isZoomed: false })).toBeNull();
    expect(wheelAction({ ...turn, deltaY: 100 }, { hasFocus: true, isZoomed: true })).not.toBeNull();
  });

  it("pans sideways, once there is something beside", () => {
    expect(wheelAction({ ...turn, deltaX: 30, deltaY: 4 }, away)).toBeNull();
    expect(wheelAction({ ...turn, deltaX: 30, deltaY: 4 }, { ...away, isZoomed: true })).toEqual({
      kind: "pan",
      pixels: 30,
    });
  });

  it("zooms in and out by the same, and not by leaps", () => {
    const factorOf = (deltaY: number, deltaMode = 0) => {
      const action = wheelAction({ ...turn, deltaY, deltaMode, ctrlKey: true }, away);
      return action?.kind === "zoom" ? action.factor : 1;
    };
    expect(factorOf(-20) * factorOf(20)).toBeCloseTo(1);
    expect(factorOf(-5_000)).toBe(factorOf(-100));
    expect(factorOf(-1, 1)).toBe(factorOf(-16));
    expect(factorOf(0)).toBe(1);
  });
});
