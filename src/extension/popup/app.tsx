import { type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { assertNever } from "../../shared/assert-never.js";
import { call, type Failure, homeServer, olderSide } from "../engine.js";
import type { ShownPage } from "../shown-page.js";
import { said } from "../texts.js";
import { AppLink, Server } from "./app-link.js";
import { Changes } from "./changes.js";
import { Pairing, requestPairing, ServerForm } from "./pairing.js";
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
