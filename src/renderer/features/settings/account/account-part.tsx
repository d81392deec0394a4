import { useEffect } from "react";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { expireAnswers, useAnswer } from "../../../stores/answers.js";
import { RateWindow } from "./rate-window.js";
import { UsageMeter } from "./usage-meter.js";
import "./account.css";

const lookAgainMs = 3_000;

/** The usage and limits of programs with an API key. */
export function AccountPart() {
  const usage = useAnswer("usage.get", {});
  const account = useAnswer("account.show", {});
  // Refreshes, because programs send requests meanwhile.
  useEffect(() => {
    const timer = setInterval(() => expireAnswers("usage.get", "account.show"), lookAgainMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
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
    </>
  );
}
