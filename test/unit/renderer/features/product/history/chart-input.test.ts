import { describe, expect, it } from "vitest";
import {
  keyAction,
  wheelAction,
} from "../../../../../../src/renderer/features/product/history/chart-input.js";

const noKeys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const key = (name: string, held: Partial<typeof noKeys> = {}) => keyAction({ key: name, ...noKeys, ...held });

describe("keys of the chart", () => {
  it("step, pan, zoom, reset and leave", () => {
    expect(key("ArrowLeft")).toEqual({ kind: "step", to: -1 });
    expect(key("ArrowRight", { shiftKey: true })).toMatchObject({ kind: "pan" });
    expect(key("+", { shiftKey: true })).toEqual(key("="));
    expect(key("0")).toEqual({ kind: "reset" });
    expect(key("End")).toEqual({ kind: "end", to: 1 });
    expect(key("Escape")).toEqual({ kind: "leave" });
  });

  it("leave the window's and the system's keys to them", () => {
    expect(key("ArrowLeft", { altKey: true })).toBeNull();
    expect(key("+", { ctrlKey: true })).toBeNull();
    expect(key("0", { metaKey: true })).toBeNull();
    expect(key("Tab")).toBeNull();
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
