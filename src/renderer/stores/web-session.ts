import { create } from "zustand";
import type { WebSession } from "../../shared/app/web.js";

interface WebSessionState {
  /** Null in the app, and until a browser has reached Tidemark. */
  readonly session: WebSession | null;
}

/** This device, on a page in a browser. */
export const useWebSession = create<WebSessionState>(() => ({ session: null }));

/** Ends this device's access and deletes what this browser has saved. */
export async function leave(): Promise<void> {
  const csrf = useWebSession.getState().session?.csrf ?? "";
  const response = await fetch("/web/leave", { method: "POST", headers: { "X-Tidemark-Token": csrf } });
  if (response.ok) forgetDevice();
}

/** Starts again as a device that is not paired. */
export function forgetDevice(): void {
  localStorage.clear();
  location.replace("/");
}
