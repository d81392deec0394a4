import { useCallback, useEffect, useState } from "react";
import type { AppOutput } from "../../shared/app/operations.js";
import { assertNever } from "../../shared/assert-never.js";
import { call, type Failure } from "../engine.js";
import { readShownPage, type ShownPage } from "../shown-page.js";
import { AppLink } from "./app-link.js";
import { Pairing } from "./pairing.js";
import { type Shown, ShownProduct } from "./product.js";
import { said } from "./texts.js";

/** What the popup shows. */
type State =
  | { readonly kind: "reading" }
  | { readonly kind: "no-page" }
  | { readonly kind: "too-large"; readonly url: string }
  | { readonly kind: "failed"; readonly failure: Failure; readonly url: string | null }
  | { readonly kind: "read"; readonly shown: Shown };

async function activeTab(): Promise<chrome.tabs.Tab | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}

async function readTab(tabId: number, page: ShownPage): Promise<State> {
  const { url, html } = page;
  if (html === null) return { kind: "too-large", url };
  const answer = await call("visits.read", { url, html });
  if (!answer.ok) return { kind: "failed", failure: answer.failure, url };
  const read: AppOutput<"visits.read"> = answer.data;
  return { kind: "read", shown: { tabId, url, html, read } };
}

async function look(): Promise<State> {
  const tab = await activeTab();
  const page = tab?.id === undefined ? null : await readShownPage(tab.id);
  if (tab?.id !== undefined && page !== null) return readTab(tab.id, page);
  // Without a page, the popup still tells whether the extension is connected.
  const answer = await call("watch.rows", { product_keys: [] });
  return answer.ok ? { kind: "no-page" } : { kind: "failed", failure: answer.failure, url: null };
}

/** The popup: the product on the present page, or the next step. */
export function App() {
  const [state, setState] = useState<State>({ kind: "reading" });
  const refresh = useCallback(() => void look().then(setState), []);
  useEffect(refresh, [refresh]);
  switch (state.kind) {
    case "reading":
      return <p role="status">{said.reading}</p>;
    case "no-page":
      return <p>{said.noPage}</p>;
    case "too-large":
      return (
        <>
          <p>{said.tooLarge}</p>
          <AppLink url={state.url} text={said.addInApp} />
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
  switch (failure.kind) {
    case "unpaired":
      return <Pairing onPaired={onRetry} />;
    case "away":
      return (
        <>
          <h1>{said.awayTitle}</h1>
          <p>{said.awayAbout}</p>
          <div className="actions">
            {url !== null && <AppLink url={url} text={said.openApp} />}
            <button type="button" onClick={onRetry}>
              {said.tryAgain}
            </button>
          </div>
        </>
      );
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
