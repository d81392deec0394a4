import { Plus, Server } from "lucide-react";
import { useState } from "react";
import type { UpstreamSummary } from "../../../shared/app/upstreams.js";
import type { ActionText } from "../../../shared/texts/texts.js";
import { DialogButton } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { TextField } from "../../components/fields.js";
import { Tag } from "../../components/tag.js";
import { formatAge, formatCalendarDay, formatCount, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { change, forgetAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { ConfirmButton } from "./confirm-button.js";
import { actionButton, Connection, ConnectionsSection, useTest } from "./connections.js";

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
  const services = list.data?.upstreams;
  const { services: said } = texts();
  return (
    <ConnectionsSection
      said={said}
      icon={Server}
      actions={
        <DialogButton
          icon={Plus}
          isOpenAtFirst={isConnecting}
          dialog={(close) => <ConnectDialog onClose={close} />}
        >
          {said.connectOne}
        </DialogButton>
      }
      list={list}
      items={services}
      renderItem={(service) => <ServiceItem key={service.id} service={service} />}
    />
  );
}

function ServiceItem({ service }: { readonly service: UpstreamSummary }) {
  const { id, name, state, note } = service;
  const nowMs = useNow();
  const [isEditing, setEditing] = useState(false);
  const { isBusy, error: failure, run } = useAct();
  const test = useServiceTest(id);
  const isOff = state === "disabled" || state === "refused";
  const toggle = () => {
    test.clear();
    return run(() => change("upstreams.update", { id, enabled: isOff }, "upstreams.list"));
  };
  const remove = () => {
    test.clear();
    return run(() => change("upstreams.remove", { id }, "upstreams.list"));
  };
  const { actions, services, channels } = texts();
  const button = (text: ActionText, run: () => void) => actionButton(name, text, run, isBusy);
  const limits = limitsText(service, nowMs);
  return (
    <Connection
      top={
        <>
          <h3>{name}</h3>
          <Tag tone={stateTones[state]}>{services.states[state]}</Tag>
          <code className="connection-url shrinks breaks quiet">{service.base_url}</code>
        </>
      }
      actions={
        <>
          {button(actions.test, test.run)}
          {button(actions.edit, () => setEditing(true))}
          {button(isOff ? actions.enable : actions.disable, () => void toggle())}
          <ConfirmButton
            action={actions.remove}
            name={name}
            disabled={isBusy}
            title={channels.removeTitle(name)}
            message={services.removeAbout}
            confirm={services.remove}
            onConfirm={remove}
          />
          {isEditing && <EditServiceDialog service={service} onClose={() => setEditing(false)} />}
        </>
      }
      test={test.line}
      failure={failure}
    >
      {limits && <p>{limits}</p>}
      <p className="quiet">{cachedText(service, nowMs)}</p>
      {note && !test.line && <p className="warn">{note}</p>}
    </Connection>
  );
}

function useServiceTest(id: string) {
  const { services } = texts();
  return useTest({
    running: services.asking,
    send: () => callOnce("upstreams.test", { id }),
    changed: "upstreams.list",
    toResult: ({ problem, upstream }) => ({
      isGood: problem === null,
      text: problem === null ? services.answers : (upstream.note ?? problem),
    }),
  });
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

const urlField = {
  type: "url",
  required: true,
  maxLength: 2_048,
  placeholder: "https://service.example/v1",
  spellCheck: false,
} as const;

/** Masked while typed. The engine never sends a saved key to the window. */
const keyField = { type: "password", autoComplete: "off", maxLength: 300 } as const;

/** Queries the service's usage before saving, so that only working connections are saved. */
function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [baseUrl, setBaseUrl] = useState("");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const connect = async () => {
    const input = { base_url: baseUrl.trim(), key, name };
    const error = await change("upstreams.add", input, "upstreams.list");
    // The new service may know more products.
    if (error === null) forgetAnswers(false);
    return error;
  };
  const { common, services } = texts();
  return (
    <FormDialog
      title={services.connectOne}
      submit={services.connect}
      submitting={services.connecting}
      onSubmit={connect}
      onClose={onClose}
    >
      <TextField {...urlField} label={services.baseUrl} value={baseUrl} onChange={setBaseUrl} />
      <TextField {...keyField} label={services.key} required value={key} onChange={setKey} />
      <TextField
        label={common.name}
        maxLength={100}
        placeholder={services.nameUnlessTold}
        value={name}
        onChange={setName}
      />
      <p className="quiet">{services.connectAbout}</p>
    </FormDialog>
  );
}

interface EditServiceDialogProps {
  readonly service: UpstreamSummary;
  readonly onClose: () => void;
}

/** Edits name, address and key. Saved only if they work; a new address needs the key again. */
function EditServiceDialog({ service, onClose }: EditServiceDialogProps) {
  const [name, setName] = useState(service.name);
  const [baseUrl, setBaseUrl] = useState(service.base_url);
  const [key, setKey] = useState("");
  const isMoved = baseUrl.trim() !== service.base_url;
  const save = () => {
    const typed = { ...(isMoved && { base_url: baseUrl.trim() }), ...(key !== "" && { key }) };
    return change("upstreams.update", { id: service.id, name, ...typed }, "upstreams.list");
  };
  const { common, services } = texts();
  return (
    <FormDialog
      title={services.edit}
      submit={common.save}
      submitting={services.saving}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={common.name} maxLength={100} value={name} onChange={setName} />
      <TextField {...urlField} label={services.baseUrl} value={baseUrl} onChange={setBaseUrl} />
      <TextField
        {...keyField}
        label={services.key}
        required={isMoved}
        placeholder={isMoved ? services.keyOfServer : services.keepKey}
        value={key}
        onChange={setKey}
      />
    </FormDialog>
  );
}
