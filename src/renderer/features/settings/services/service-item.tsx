import { CircleCheck, LoaderCircle, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { UpstreamSummary } from "../../../../shared/app/upstreams.js";
import type { CallError, CallResult } from "../../../../shared/calls.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Tag } from "../../../components/tag.js";
import { texts } from "../../../lib/texts.js";
import { useNow } from "../../../lib/use-now.js";
import { expireAnswers } from "../../../stores/answers.js";
import { callOnce } from "../../../stores/call-engine.js";
import { ServiceActions } from "./service-actions.js";
import { cachedText, limitsText, stateTones } from "./service-text.js";

type Test = CallResult<"upstreams.test"> | "asking";

export function ServiceItem({ service }: { readonly service: UpstreamSummary }) {
  const nowMs = useNow();
  const [failure, setFailure] = useState<CallError | null>(null);
  const [tested, setTested] = useState<Test | null>(null);
  const test = async () => {
    setTested("asking");
    setTested(await callOnce("upstreams.test", { id: service.id }));
    expireAnswers("upstreams.list");
  };
  const limits = limitsText(service, nowMs);
  return (
    <li className="service">
      <div className="service-top">
        <h3>{service.name}</h3>
        <Tag tone={stateTones[service.state]}>{texts().services.states[service.state]}</Tag>
        <code className="service-url quiet">{service.base_url}</code>
      </div>
      {limits && <p>{limits}</p>}
      <p className="quiet">{cachedText(service, nowMs)}</p>
      {service.note && !tested && <p className="service-trouble">{service.note}</p>}
      <ServiceActions
        service={service}
        onFailure={(error) => {
          setFailure(error);
          setTested(null);
        }}
        onTest={() => void test()}
      />
      {tested && <TestResult test={tested} />}
      {failure && <ErrorNote error={failure} />}
    </li>
  );
}

function TestResult({ test }: { readonly test: Test }) {
  return (
    <p className="service-test" role="status">
      {test === "asking" ? (
        <>
          <LoaderCircle size={14} className="spin" aria-hidden="true" /> {texts().services.asking}
        </>
      ) : test.ok && test.data.problem === null ? (
        <span className="service-good">
          <CircleCheck size={14} aria-hidden="true" /> {texts().services.answers}
        </span>
      ) : (
        <span className="service-trouble">
          <TriangleAlert size={14} aria-hidden="true" />{" "}
          {test.ok
            ? (test.data.upstream.note ?? test.data.problem)
            : `${test.error.message} ${test.error.action}`}
        </span>
      )}
    </p>
  );
}
