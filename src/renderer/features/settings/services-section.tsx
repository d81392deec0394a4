import { Server } from "lucide-react";
import { useState } from "react";
import type { UpstreamSummary } from "../../../shared/app/upstreams.js";
import type { CallError, CallResult } from "../../../shared/calls.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { Tag } from "../../components/tag.js";
import { formatAge, formatCalendarDay, formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { AddButton, actionButton, ConnectionsSection, TestLine, type TestResult } from "./connections.js";
import { ConnectDialog, EditServiceDialog } from "./service-dialogs.js";

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
  return (
    <ConnectionsSection
      said={said}
      icon={<Server size={20} />}
      actions={<AddButton onClick={() => setAdding(true)}>{said.connectOne}</AddButton>}
      list={list}
      items={services}
      renderItem={(service) => <ServiceItem key={service.id} service={service} />}
    >
      {isAdding && <ConnectDialog onClose={() => setAdding(false)} />}
    </ConnectionsSection>
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
    <li className="connection">
      <div className="connection-top line wraps">
        <h3>{service.name}</h3>
        <Tag tone={stateTones[service.state]}>{texts().services.states[service.state]}</Tag>
        <code className="connection-url quiet">{service.base_url}</code>
      </div>
      {limits && <p>{limits}</p>}
      <p className="quiet">{cachedText(service, nowMs)}</p>
      {service.note && !test && <p className="warn">{service.note}</p>}
      <ServiceActions
        service={service}
        onFailure={(error) => {
          setFailure(error);
          setTest(null);
        }}
        onTest={() => void runTest()}
      />
      {test && (
        <TestLine running={texts().services.asking} result={test === "asking" ? null : toTestResult(test)} />
      )}
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
  const button = (text: ActionText, run: () => void) => actionButton(name, text, run, isBusy);
  return (
    <div className="connection-actions">
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

function toTestResult(result: CallResult<"upstreams.test">): TestResult {
  if (!result.ok) return { isGood: false, text: `${result.error.message} ${result.error.action}` };
  const { problem, upstream } = result.data;
  if (problem === null) return { isGood: true, text: texts().services.answers };
  return { isGood: false, text: upstream.note ?? problem };
}
