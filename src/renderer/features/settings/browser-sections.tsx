import { AppWindow } from "lucide-react";
import { useState } from "react";
import type { ApiKeySummary } from "../../../shared/app/operations.js";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { CopyButton } from "../../components/copy-button.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { formatDate } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";

/** A bookmarklet that hands the open page to the app, which asks before adding it. */
const bookmarklet = "javascript:location.href='tidemark://add?url='+encodeURIComponent(location.href)";

/** The paired browsers, each with a key of its own. */
export function BrowsersSection() {
  const keys = useAnswer("keys.list", {});
  const [ending, setEnding] = useState<ApiKeySummary | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const disconnect = async ({ id }: ApiKeySummary) => {
    const result = await callOnce("keys.revoke", { id });
    setFailure(result.ok ? null : result.error);
    keys.refresh();
  };
  const { browsers } = texts();
  const error = failure ?? keys.error;
  const paired = keys.data?.keys.filter((key) => key.extension !== null && key.revoked_at === null);
  return (
    <Section title={browsers.title}>
      <p className="quiet">{browsers.about}</p>
      {error && <ErrorNote error={error} onRetry={keys.refresh} />}
      {paired ? (
        <BrowserList browsers={paired} onEnd={setEnding} />
      ) : (
        keys.isLoading && <Skeleton height={80} />
      )}
      {ending && (
        <ConfirmDialog
          title={browsers.disconnectTitle(ending.name)}
          message={browsers.disconnectAbout}
          confirm={browsers.disconnect}
          onConfirm={() => disconnect(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  );
}

interface BrowserListProps {
  readonly browsers: readonly ApiKeySummary[];
  readonly onEnd: (browser: ApiKeySummary) => void;
}

function BrowserList({ browsers, onEnd }: BrowserListProps) {
  const { browsers: said } = texts();
  if (browsers.length === 0)
    return (
      <EmptyState icon={<AppWindow size={20} />} title={said.noneTitle}>
        <p>{said.noneAbout}</p>
      </EmptyState>
    );
  return (
    <ul aria-label={said.title}>
      {browsers.map((browser) => (
        <li key={browser.id} className="setting">
          <div>
            <strong>{browser.name}</strong>
            <span className="quiet"> · {said.since(formatDate(browser.created_at))}</span>
          </div>
          <Button
            variant="quiet"
            aria-label={said.disconnectFrom(browser.name)}
            onClick={() => onEnd(browser)}
          >
            {said.disconnect}
          </Button>
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
      <div className="copy-line">
        <code>{bookmarklet}</code>
        <CopyButton text={bookmarklet} what={settings.bookmarklet} wide />
      </div>
      <p className="quiet setting-row">{settings.browserSafe}</p>
    </Section>
  );
}
