import type { WindowPlacement } from "../settings/app-settings.js";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minWindowSize = { width: 800, height: 600 } as const;
const defaultWindowSize = { width: 1_200, height: 800 } as const;
/** The smallest visible part of a window that the user can grab with the mouse. */
const minGrabbableSize = { width: 120, height: 60 } as const;

type Bounds = { width: number; height: number } | Area;

/**
 * The window's initial bounds: its last position if enough of it is on a connected display, otherwise no position,
 * which centres it on the main display. Never larger than the display.
 */
export function placeWindow(saved: WindowPlacement | null, workAreas: readonly Area[]): Bounds {
  const area = saved && workAreas.find((candidate) => isGrabbable(saved, candidate));
  const { width, height } = fitSize(saved ?? defaultWindowSize, area ?? workAreas[0] ?? defaultWindowSize);
  return area && saved ? { x: saved.x, y: saved.y, width, height } : { width, height };
}

function isGrabbable(window: Area, area: Area): boolean {
  const width = overlap(window.x, window.width, area.x, area.width);
  const isTitleOnScreen = window.y >= area.y && window.y <= area.y + area.height - minGrabbableSize.height;
  return isTitleOnScreen && width >= minGrabbableSize.width;
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}

function fitSize(size: { width: number; height: number }, area: { width: number; height: number }) {
  return {
    width: Math.max(minWindowSize.width, Math.min(size.width, area.width)),
    height: Math.max(minWindowSize.height, Math.min(size.height, area.height)),
  };
}
