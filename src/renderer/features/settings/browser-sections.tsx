import { AppWindow } from "lucide-react";
import type { ApiKeySummary } from "../../../shared/app/operations.js";
import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { EmptyState, ErrorNote, Skeleton } from "../../components/states.js";
import { formatDate } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { change, useAnswer } from "../../stores/answers.js";
import { ConfirmButton } from "./confirm-button.js";

/** A bookmarklet that hands the open page to the app, which asks before adding it. */
const bookmarklet = "javascript:location.href='tidemark://add?url='+encodeURIComponent(location.href)";

/** The paired browsers, each with a key of its own. */
export function BrowsersSection() {
  const keys = useAnswer("keys.list", {});
  const { error: failure, run } = useAct();
  const disconnect = ({ id }: ApiKeySummary) => run(() => change("keys.revoke", { id }, "keys.list"));
  const { browsers } = texts();
  const error = failure ?? keys.error;
  const paired = keys.data?.keys.filter((key) => key.extension !== null && key.revoked_at === null);
  return (
    <Section title={browsers.title}>
      <p className="quiet">{browsers.about}</p>
      {error && <ErrorNote error={error} onRetry={keys.refresh} />}
      {paired ? (
        <BrowserList browsers={paired} onDisconnect={disconnect} />
      ) : (
        keys.isLoading && <Skeleton height={80} />
      )}
    </Section>
  );
}

interface BrowserListProps {
  readonly browsers: readonly ApiKeySummary[];
  readonly onDisconnect: (browser: ApiKeySummary) => Promise<unknown>;
}

function BrowserList({ browsers, onDisconnect }: BrowserListProps) {
  const { browsers: said } = texts();
  if (browsers.length === 0)
    return <EmptyState icon={AppWindow} title={said.noneTitle} text={said.noneAbout} />;
  return (
    <ul aria-label={said.title}>
      {browsers.map((browser) => (
        <li key={browser.id} className="setting">
          <div>
            <strong>{browser.name}</strong>
            <span className="quiet"> · {said.since(formatDate(browser.created_at))}</span>
          </div>
          <ConfirmButton
            action={{ label: said.disconnect, of: said.disconnectFrom }}
            name={browser.name}
            title={said.disconnectTitle(browser.name)}
            message={said.disconnectAbout}
            confirm={said.disconnect}
            onConfirm={() => onDisconnect(browser)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The way from a browser without the extension. */
export function BookmarkSection() {
  const { settings } = texts();
  return (
    <Section title={settings.browser}>
      <p className="quiet">{settings.browserAbout}</p>
      <div className="copy-line line well">
        <code>{bookmarklet}</code>
        <CopyButton text={bookmarklet} what={settings.bookmarklet} wide />
      </div>
      <p className="quiet setting-row">{settings.browserSafe}</p>
    </Section>
  );
}
