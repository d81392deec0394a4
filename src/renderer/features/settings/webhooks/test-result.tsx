import { CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import type { CallResult } from "../../../../shared/calls.js";
import { explainError } from "../../../lib/explain-error.js";
import { texts } from "../../../lib/texts.js";

export type WebhookTest = CallResult<"webhooks.test"> | "sending";

/** The result of a test event. */
export function TestResult({ test }: { readonly test: WebhookTest }) {
  return (
    <p className="webhook-test" role="status">
      {test === "sending" ? (
        <>
          <LoaderCircle size={14} className="spin" aria-hidden="true" /> {texts().deliveries.sendingTest}
        </>
      ) : (
        <Outcome result={test} />
      )}
    </p>
  );
}

function Outcome({ result }: { readonly result: CallResult<"webhooks.test"> }) {
  if (result.ok && result.data.test_result.delivered)
    return (
      <span className="webhook-test-good">
        <CircleCheck size={14} aria-hidden="true" />{" "}
        {texts().deliveries.testDelivered(String(result.data.test_result.response_code))}
      </span>
    );
  return (
    <span className="webhook-test-bad">
      <TriangleAlert size={14} aria-hidden="true" /> {whyNot(result)}
    </span>
  );
}

function whyNot(result: CallResult<"webhooks.test">): string {
  if (!result.ok) {
    const { title, advice } = explainError(result.error);
    return `${title} ${advice}`;
  }
  const { response_code, error } = result.data.test_result;
  const { deliveries } = texts();
  const answer = response_code === null ? null : deliveries.itAnswered(String(response_code));
  return [deliveries.testFailed, answer, error].filter(Boolean).join(" ");
}
