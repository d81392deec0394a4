import { useEffect, useState } from "react";
import type { PairingState } from "../../shared/app/extension.js";
import { assertNever } from "../../shared/assert-never.js";
import { pair, renewKey } from "../engine.js";
import { said } from "./texts.js";

type Waiting = Extract<PairingState, { state: "waiting" }>;

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
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const end = (reason: string) => {
    setWaiting(null);
    setProblem(reason);
  };
  const ask = async () => {
    const answer = await pair(browserName());
    if (!answer.ok) return end(answer.failure.kind === "refused" ? answer.failure.message : said.awayTitle);
    switch (answer.data.state) {
      case "waiting":
        return setWaiting(answer.data);
      case "paired":
        return onPaired();
      case "refused":
        return end(said.refused);
      default:
        return assertNever(answer.data);
    }
  };
  const begin = async () => {
    await renewKey();
    await ask();
  };
  useEffect(() => {
    if (waiting === null) return;
    const timer = setTimeout(() => (waiting.seconds_left > 1 ? void ask() : end(said.expired)), pollMs);
    return () => clearTimeout(timer);
  });
  if (waiting !== null)
    return (
      <>
        <h1>{said.codeTitle}</h1>
        <p className="code">{waiting.code}</p>
        <p>{said.codeAbout}</p>
      </>
    );
  return (
    <>
      <h1>{said.pairTitle}</h1>
      {problem !== null && <p role="alert">{problem}</p>}
      <p>{said.pairAbout}</p>
      <button type="button" className="primary" onClick={() => void begin()}>
        {said.pair}
      </button>
    </>
  );
}
