import { type FormEvent, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import type { PairingState } from "../../shared/app/extension.js";
import { assertNever } from "../../shared/assert-never.js";
import { call, type Failure, homeServer, olderSide, pair, renewKey } from "../engine.js";
import { parseServer } from "../server-address.js";
import type { ShownPage } from "../shown-page.js";
import { said } from "../texts.js";
import { agree } from "../visits.js";
import { AppLink, Server } from "./app-link.js";
import { Changes } from "./changes.js";
import { ShownProduct } from "./product.js";
import type { Shown } from "./read-product.js";

/** What the popup shows. */
type State =
  | { readonly kind: "reading" }
  | { readonly kind: "no-page" }
  | { readonly kind: "too-large"; readonly url: string }
  | { readonly kind: "failed"; readonly failure: Failure; readonly url: string | null }
  | { readonly kind: "read"; readonly shown: Shown };

export interface TabPage {
  readonly tabId: number;
  /** Null where the browser lets no extension look. */
  readonly page: ShownPage | null;
}

async function readPage(tabId: number, { url, html }: ShownPage): Promise<State> {
  if (html === null) return { kind: "too-large", url };
  const answer = await call("visits.read", { url, html });
  if (!answer.ok) return { kind: "failed", failure: answer.failure, url };
  return { kind: "read", shown: { tabId, url, html, read: answer.data } };
}

async function look(tab: TabPage | null): Promise<State> {
  if (tab?.page) return readPage(tab.tabId, tab.page);
  // Without a page, the popup still tells whether the extension is connected.
  const answer = await call("watch.rows", { product_keys: [] });
  return answer.ok ? { kind: "no-page" } : { kind: "failed", failure: answer.failure, url: null };
}

interface AppProps {
  /** Null if there is no tab, or none that may be shown. */
  readonly readTab: () => Promise<TabPage | null>;
}

/** The product on the present page, or the next step. */
export function App({ readTab }: AppProps) {
  const [state, setState] = useState<State>({ kind: "reading" });
  const [server, setServer] = useState<string | null>(null);
  const refresh = useCallback(async () => {
    const next = await readTab().then(look);
    setServer(await homeServer());
    setState(next);
  }, [readTab]);
  useEffect(() => void refresh(), [refresh]);
  return (
    <Server value={server}>
      {contentOf(state, () => void refresh())}
      {state.kind !== "reading" && <VersionNote />}
    </Server>
  );
}

/** Which of the two is older than the other, and what to do. */
function VersionNote() {
  const older = olderSide();
  const isPanel = useContext(Changes) !== "popup";
  if (older === null || isPanel) return null;
  const note = older.isExtension ? said.olderExtension : said.olderEngine;
  return (
    <p role="status" className="quiet">
      {note(older.extension, older.engine)}
    </p>
  );
}

function contentOf(state: State, refresh: () => void): ReactNode {
  switch (state.kind) {
    case "reading":
      return <p role="status">{said.reading}</p>;
    case "no-page":
      return <p>{said.noPage}</p>;
    case "too-large":
      return (
        <>
          <p>{said.tooLarge}</p>
          <AppLink to={{ url: state.url }} isButton>
            {said.addInApp}
          </AppLink>
        </>
      );
    case "failed":
      return <Failed failure={state.failure} url={state.url} onRetry={refresh} />;
    case "read":
      return <ShownProduct shown={state.shown} onChanged={refresh} />;
    default:
      return assertNever(state);
  }
}

interface FailedProps {
  readonly failure: Failure;
  readonly url: string | null;
  readonly onRetry: () => void;
}

function Failed({ failure, url, onRetry }: FailedProps) {
  // A page could lay the panel under a click.
  if (useContext(Changes) !== "popup") return <p>{said.openPopup}</p>;
  switch (failure.kind) {
    case "unpaired":
      return <Pairing known={failure.pairing} isOther={failure.isOther} onPaired={onRetry} />;
    case "away":
      return <Away url={url} onRetry={onRetry} />;
    case "outdated":
      return <p role="alert">{said.outdated}</p>;
    case "refused":
      return (
        <>
          <p role="alert">
            {said.failed} {failure.message}
          </p>
          <button type="button" onClick={onRetry}>
            {said.tryAgain}
          </button>
        </>
      );
    default:
      return assertNever(failure);
  }
}

function Away({ url, onRetry }: Omit<FailedProps, "failure">) {
  const [server, setServer] = useState<string | null>(null);
  useEffect(() => void homeServer().then(setServer), []);
  return (
    <>
      <h1 className="breaks">{server === null ? said.awayTitle : said.serverAway(new URL(server).host)}</h1>
      <p>{server === null ? said.awayAbout : said.serverAwayAbout}</p>
      <div className="line">
        {url !== null && server === null && (
          <AppLink to={{ url }} isButton>
            {said.openApp}
          </AppLink>
        )}
        <button type="button" onClick={onRetry}>
          {said.tryAgain}
        </button>
      </div>
      <ServerForm server={server} onSaved={(at) => void requestPairing(at).then(onRetry)} />
    </>
  );
}

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
async function requestPairing(server: string | null) {
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
function Pairing({ known, isOther, onPaired }: PairingProps) {
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
function ServerForm({ server, onSaved }: ServerFormProps) {
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
