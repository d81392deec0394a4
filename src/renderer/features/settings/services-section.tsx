import { CircleCheck, LoaderCircle, Plus, Server, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { UpstreamSummary } from "../../../shared/app/upstreams.js";
import type { CallError, CallResult } from "../../../shared/calls.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Skeleton } from "../../components/skeleton.js";
import { Tag } from "../../components/tag.js";
import { formatAge, formatCalendarDay, formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { ConnectDialog, EditServiceDialog } from "./service-dialogs.js";
import "./programs.css";

const stateTones = {
  ready: "good",
  failing: "warn",
  paused: "warn",
  disabled: "plain",
  refused: "bad",
} as const;

/** Servers that are queried about unknown products. `isConnecting`: opens the dialog to connect one. */
export function ServicesSection({ isConnecting }: { readonly isConnecting: boolean }) {
  const list = useAnswer("upstreams.list", {});
  const [isAdding, setAdding] = useState(isConnecting);
  const services = list.data?.upstreams;
  const { services: said } = texts();
  const actions = (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {said.connectOne}
    </Button>
  );
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="services-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {services?.length === 0 && (
        <EmptyState icon={<Server size={20} />} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      {services ? (
        <ul aria-label={said.title}>
          {services.map((service) => (
            <ServiceItem key={service.id} service={service} />
          ))}
        </ul>
      ) : (
        list.isLoading && <Skeleton height={96} />
      )}
      {isAdding && <ConnectDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

type ServiceTest = CallResult<"upstreams.test"> | "asking";

function ServiceItem({ service }: { readonly service: UpstreamSummary }) {
  const nowMs = useNow();
  const [failure, setFailure] = useState<CallError | null>(null);
  const [test, setTest] = useState<ServiceTest | null>(null);
  const runTest = async () => {
    setTest("asking");
    setTest(await callOnce("upstreams.test", { id: service.id }));
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
      {service.note && !test && <p className="service-trouble">{service.note}</p>}
      <ServiceActions
        service={service}
        onFailure={(error) => {
          setFailure(error);
          setTest(null);
        }}
        onTest={() => void runTest()}
      />
      {test && <ServiceTestResult test={test} />}
      {failure && <ErrorNote error={failure} />}
    </li>
  );
}

/** The remaining allowance of the service's account as last reported; null if it never reported any. */
export function limitsText(service: UpstreamSummary, nowMs: number): string | null {
  const parts = [creditsText(service), rateText(service, nowMs)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

function creditsText({ credits_remaining, credits_limit, period_end }: UpstreamSummary): string | null {
  if (credits_remaining === null) return null;
  const { services } = texts();
  const count = formatCount(credits_remaining);
  const left =
    credits_limit === null
      ? services.creditsLeft(count)
      : services.creditsLeftOf(count, formatCount(credits_limit));
  return period_end === null ? left : services.until(left, formatCalendarDay(period_end));
}

/** After the hour of the limit, the service counts afresh. */
function rateText({ rate }: UpstreamSummary, nowMs: number): string | null {
  if (rate === null) return null;
  const isReset = rate.reset_at !== null && Date.parse(rate.reset_at) <= nowMs;
  const left = isReset ? rate.limit : rate.remaining;
  return texts().services.requestsLeft(formatCount(left), formatCount(rate.limit));
}

/** The service's last response, and how much data from it is cached. */
export function cachedText({ cached, last_contact_at }: UpstreamSummary, nowMs: number): string {
  const { services } = texts();
  const contact =
    last_contact_at === null ? services.noAnswerYet : services.lastAnswer(formatAge(last_contact_at, nowMs));
  const contents =
    cached.products === 0
      ? services.nothingKept
      : services.kept(formatPlural("product", cached.products), formatPlural("offer", cached.offers));
  return `${contact} · ${contents}`;
}

interface ServiceActionsProps {
  readonly service: UpstreamSummary;
  readonly onFailure: (error: CallError | null) => void;
  readonly onTest: () => void;
}

function ServiceActions({ service, onFailure, onTest }: ServiceActionsProps) {
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, name, state } = service;
  const isOff = state === "disabled" || state === "refused";
  const close = () => setOpen(null);
  const toggle = async () => {
    setBusy(true);
    const result = await callOnce("upstreams.update", { id, enabled: isOff });
    setBusy(false);
    onFailure(result.ok ? null : result.error);
    expireAnswers("upstreams.list");
  };
  const remove = async () => {
    const result = await callOnce("upstreams.remove", { id });
    onFailure(result.ok ? null : result.error);
    expireAnswers("upstreams.list");
  };
  const { actions, services } = texts();
  const button = ({ label, of }: ActionText, run: () => void) => (
    <Button variant="quiet" aria-label={of(name)} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className="service-actions">
      {button(actions.test, onTest)}
      {button(actions.edit, () => setOpen("edit"))}
      {button(isOff ? actions.enable : actions.disable, () => void toggle())}
      {button(actions.remove, () => setOpen("remove"))}
      {open === "edit" && <EditServiceDialog service={service} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={services.removeTitle(name)}
          message={services.removeAbout}
          confirm={services.remove}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </div>
  );
}

function ServiceTestResult({ test }: { readonly test: ServiceTest }) {
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
