import { useEffect, useState } from "react";
import type { DesktopState } from "../../../shared/ipc.js";
import { bridge } from "../../lib/bridge.js";

/** The desktop's capabilities; null until they are known. */
export function useDesktop() {
  const [desktop, setDesktop] = useState<DesktopState | null>(null);
  useEffect(() => void bridge().invoke("desktop:get").then(setDesktop), []);
  return [desktop, setDesktop] as const;
}
