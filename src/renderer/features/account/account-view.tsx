import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { Costs } from "./costs.js";
import { RateWindow } from "./rate-window.js";
import { UsageMeter } from "./usage-meter.js";
import "./account-view.css";

/** What the account has used and may still use. Asking costs nothing, so it is fresh at every visit. */
export function AccountView() {
  const usage = useAnswer("usage.get", {});
  const account = useAnswer("account.show", {});
  return (
    <div className="page">
      <header className="page-header">
        <h1>{texts().account.title}</h1>
      </header>
      <Section title={texts().account.creditsTitle}>
        {usage.data ? (
          <UsageMeter usage={usage.data.data} />
        ) : usage.error ? (
          <ErrorNote error={usage.error} onRetry={usage.refresh} />
        ) : (
          <Skeleton height={104} />
        )}
      </Section>
      <Section title={texts().account.requestsTitle}>
        {account.data ? (
          <RateWindow rate={account.data.rate} />
        ) : account.error ? (
          <ErrorNote error={account.error} onRetry={account.refresh} />
        ) : (
          <Skeleton height={48} />
        )}
      </Section>
      <Costs />
    </div>
  );
}
