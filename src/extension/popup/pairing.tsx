import { type FormEvent, useEffect, useState } from "react";
import type { PairingState } from "../../shared/app/extension.js";
import { assertNever } from "../../shared/assert-never.js";
import { homeServer, pair, renewKey } from "../engine.js";
import { parseServer } from "../server-address.js";
import { said } from "../texts.js";
import { agree } from "../visits.js";

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

/** Asks an engine to pair the extension: on this computer, or at a server's origin. */
export async function requestPairing(server: string | null) {
  await renewKey(server);
  return pair(browserName());
}

interface PairingProps {
  /** The state of an earlier request: the popup may have been closed since. */
  readonly known: PairingState;
  /** Whether an engine that does not answer now has paired the extension. */
  readonly isOther: boolean;
  readonly onPaired: () => void;
}

/** Connects the extension: the user compares the code here with the one that the app shows. */
export function Pairing({ known, isOther, onPaired }: PairingProps) {
  const [waiting, setWaiting] = useState<Waiting | null>(known.state === "waiting" ? known : null);
  const [problem, setProblem] = useState<string | null>(known.state === "refused" ? said.refused : null);
  const [server, setServer] = useState<string | null>(null);
  useEffect(() => void homeServer().then(setServer), []);
  const end = (reason: string) => {
    setWaiting(null);
    setProblem(reason);
  };
  const ask = async (asking = pair(browserName())) => {
    const answer = await asking;
    if (!answer.ok) return end(answer.failure.kind === "refused" ? answer.failure.message : said.awayTitle);
    switch (answer.data.state) {
      case "waiting":
        return setWaiting(answer.data);
      case "paired":
        return onPaired();
      case "refused":
        return end(said.refused);
      case "unknown":
        return end(said.expired);
      default:
        return assertNever(answer.data);
    }
  };
  const begin = async (at: string | null) => {
    setServer(at);
    await ask(requestPairing(at));
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
        <p>{server === null ? said.codeAbout : said.serverCodeAbout}</p>
        {server !== null && <code>tidemark keys pair {waiting.code}</code>}
      </>
    );
  return (
    <>
      <h1>{said.pairTitle}</h1>
      {problem !== null && <p role="alert">{problem}</p>}
      {isOther && problem === null && <p>{said.otherEngine}</p>}
      <p>{server === null ? said.pairAbout : said.pairServerAbout(new URL(server).host)}</p>
      <button type="button" className="primary" onClick={() => void begin(server)}>
        {said.pair}
      </button>
      <ServerForm server={server} onSaved={(at) => void begin(at)} />
    </>
  );
}

interface ServerFormProps {
  readonly server: string | null;
  readonly onSaved: (server: string | null) => void;
}

async function typedServer(): Promise<string> {
  return (await chrome.storage.local.get<{ typedServer?: string }>("typedServer")).typedServer ?? "";
}

/** Enters the address of a server, or returns to the engine of this computer. The browser asks for access to the address. */
export function ServerForm({ server, onSaved }: ServerFormProps) {
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void typedServer().then(setAddress), []);
  const save = async (origin: string) => {
    const asked = agree(origin);
    // Browsers may close the popup while they ask.
    await chrome.storage.local.set({ typedServer: address });
    if (await asked) onSaved(origin);
    else setProblem(said.noAccess);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const origin = parseServer(address);
    if (origin === null) setProblem(said.badServer);
    else void save(origin);
  };
  return (
    <details>
      <summary>{said.elsewhere}</summary>
      <form onSubmit={submit} className="entry line">
        <label className="grow quiet">
          {said.serverAddress}
          <input
            inputMode="url"
            maxLength={300}
            placeholder="tidemark.lan:47125"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        <button type="submit">{said.pair}</button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
      {server !== null && (
        <button type="button" onClick={() => onSaved(null)}>
          {said.thisComputer}
        </button>
      )}
    </details>
  );
}
