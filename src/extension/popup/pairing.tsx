import { useEffect, useState } from "react";
import type { PairingState } from "../../shared/app/extension.js";
import { pair, renewKey } from "../engine.js";
import { said } from "./texts.js";

/** How often the popup asks whether the user has confirmed. */
const pollMs = 1_000;

/** The name by which the user knows this browser. */
function browserName(): string {
  if (navigator.userAgent.includes("Firefox/")) return "Firefox";
  const { brands = [] } =
    (navigator as { userAgentData?: { brands: { brand: string }[] } }).userAgentData ?? {};
  const known = brands.map(({ brand }) => brand).filter((brand) => !/not.?a.?brand/i.test(brand));
  return known.find((brand) => brand !== "Chromium") ?? known[0] ?? "Browser";
}

/** Connects the extension: the user compares the code here with the one that the app shows. */
export function Pairing({ onPaired }: { readonly onPaired: () => void }) {
  const [state, setState] = useState<PairingState | "expired" | { readonly problem: string } | null>(null);
  const isWaiting =
    state !== null && typeof state === "object" && "state" in state && state.state === "waiting";
  const ask = async () => {
    const answer = await pair(browserName());
    if (!answer.ok)
      return setState({
        problem: answer.failure.kind === "refused" ? answer.failure.message : said.awayTitle,
      });
    if (answer.data.state === "paired") return onPaired();
    setState(answer.data);
  };
  const begin = async () => {
    await renewKey();
    await ask();
  };
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => (state.seconds_left > 1 ? void ask() : setState("expired")), pollMs);
    return () => clearTimeout(timer);
  });
  if (isWaiting)
    return (
      <>
        <h1>{said.codeTitle}</h1>
        <p className="code" data-testid="code">
          {state.code}
        </p>
        <p>{said.codeAbout}</p>
      </>
    );
  return (
    <>
      <h1>{said.pairTitle}</h1>
      {state !== null && <p role="alert">{problemOf(state)}</p>}
      <p>{said.pairAbout}</p>
      <button type="button" className="primary" onClick={() => void begin()}>
        {said.pair}
      </button>
    </>
  );
}

function problemOf(state: PairingState | "expired" | { readonly problem: string }): string {
  if (state === "expired") return said.expired;
  return "problem" in state ? state.problem : said.refused;
}
