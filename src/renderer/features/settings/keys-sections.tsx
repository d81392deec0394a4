import { KeyRound, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { AccountSummary, ApiKeySummary } from "../../../shared/app/operations.js";
import type { Usage } from "../../../shared/contract/usage.js";
import { DialogButton } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { Dialog, DialogForm } from "../../components/dialog.js";
import { SelectBox, TextField } from "../../components/fields.js";
import { Fact, Section } from "../../components/section.js";
import { Answered, EmptyState, ErrorNote, Skeleton } from "../../components/states.js";
import { Tag } from "../../components/tag.js";
import { classNames } from "../../lib/class-names.js";
import { formatCalendarDay, formatCount, formatDate, formatWait } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { change, expireAnswers, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { ConfirmButton } from "./confirm-button.js";
import { ShownOnce } from "./shown-once.js";
import "./programs.css";

/** The API's address on this computer, and an example request that works once a key is filled in. */
export function ApiSection({ baseUrl }: { readonly baseUrl: string }) {
  const example = `curl -H "Authorization: Bearer YOUR_KEY" "${baseUrl}/products/search?q=headphones&limit=3"`;
  const { settings } = texts();
  return (
    <Section title={settings.api}>
      <p className="quiet">{settings.apiAbout}</p>
      <div className="copy-line line well">
        <code data-testid="api-address">{baseUrl}</code>
        <CopyButton text={baseUrl} what={settings.apiAddress} wide />
      </div>
      <h3>{settings.tryIt}</h3>
      <div className="copy-line line well">
        <code>{example}</code>
        <CopyButton text={example} what={settings.example} wide />
      </div>
    </Section>
  );
}

/** API keys: list, create, revoke. Only a key's hash is stored, so the key is shown once. */
export function KeysSection() {
  const keys = useAnswer("keys.list", {});
  const { error: failure, run } = useAct();
  const revoke = ({ id }: ApiKeySummary) => run(() => change("keys.revoke", { id }, "keys.list"));
  const { keys: said } = texts();
  const actions = (
    <DialogButton icon={Plus} dialog={(close) => <NewKeyDialog onClose={close} />}>
      {said.newKey}
    </DialogButton>
  );
  const error = failure ?? keys.error;
  return (
    <Section title={said.title} actions={actions} flush>
      {error && <ErrorNote error={error} onRetry={keys.refresh} />}
      {keys.data ? (
        <KeyTable keys={keys.data.keys.filter(({ extension }) => extension === null)} onRevoke={revoke} />
      ) : (
        keys.isLoading && <Skeleton height={80} />
      )}
    </Section>
  );
}

function keyName(key: ApiKeySummary): string {
  const { keys } = texts();
  return key.name === "" ? keys.unnamed : keys.named(key.name);
}

interface KeyTableProps {
  readonly keys: readonly ApiKeySummary[];
  readonly onRevoke: (key: ApiKeySummary) => Promise<unknown>;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { actions, common, keys: said } = texts();
  if (keys.length === 0) return <EmptyState icon={KeyRound} title={said.noneTitle} text={said.noneAbout} />;
  return (
    <table className="table" aria-label={said.title}>
      <thead>
        <tr>
          <th scope="col">{common.name}</th>
          <th scope="col">{said.access}</th>
          <th scope="col">{said.made}</th>
          <th scope="col">{said.state}</th>
          <th scope="col">
            <span className="visually-hidden">{actions.revoke.label}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name || <span className="quiet">{said.noName}</span>}</th>
            <td>{key.owner ? said.owner : key.read_only ? said.readOnly : said.full}</td>
            <td>{formatDate(key.created_at)}</td>
            <td>
              {key.revoked_at ? (
                <span className="quiet">{said.revokedOn(formatDate(key.revoked_at))}</span>
              ) : (
                said.active
              )}
            </td>
            <td className="is-action">
              {!key.revoked_at && (
                <ConfirmButton
                  action={actions.revoke}
                  name={keyName(key)}
                  title={said.revokeTitle(keyName(key))}
                  message={said.revokeAbout}
                  confirm={said.revoke}
                  onConfirm={() => onRevoke(key)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Creates a key, then shows it once. */
function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  const { keys, services } = texts();
  return (
    <Dialog title={key === null ? keys.newTitle : keys.madeTitle} onClose={onClose}>
      {key === null ? (
        <NewKeyForm onCreated={setKey} onClose={onClose} />
      ) : (
        <ShownOnce value={key} what={services.key} testId="new-key" onClose={onClose} />
      )}
    </Dialog>
  );
}

const accesses = ["full", "readOnly", "owner"] as const;
type Access = (typeof accesses)[number];

interface NewKeyFormProps {
  readonly onCreated: (key: string) => void;
  readonly onClose: () => void;
}

function NewKeyForm({ onCreated, onClose }: NewKeyFormProps) {
  const [name, setName] = useState("");
  const [access, setAccess] = useState<Access>("full");
  const create = async () => {
    const result = await callOnce("keys.create", {
      name,
      read_only: access === "readOnly",
      owner: access === "owner",
    });
    if (!result.ok) return result.error;
    expireAnswers("keys.list");
    onCreated(result.data.key);
    return null;
  };
  const { common, keys } = texts();
  return (
    <DialogForm submit={keys.create} staysOpen onSubmit={create} onClose={onClose}>
      <TextField
        label={common.name}
        maxLength={100}
        placeholder={keys.namePlaceholder}
        value={name}
        onChange={setName}
      />
      <div className="form-field">
        {keys.access}
        <SelectBox
          label={keys.access}
          choices={accesses.map((value) => ({ value, label: keys[value] }))}
          value={access}
          onChange={setAccess}
        />
        <span className="quiet">{keys.accessNotes[access]}</span>
      </div>
    </DialogForm>
  );
}

const refreshMs = 3_000;

/** Above this share of the limit, a meter warns. */
const warningShare = 0.9;

/** The usage and limits of programs with an API key. */
export function AccountSections() {
  const usage = useAnswer("usage.get", {});
  const account = useAnswer("account.show", {});
  // Refreshes, because programs send requests meanwhile.
  useEffect(() => {
    const timer = setInterval(() => expireAnswers("usage.get", "account.show"), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Section title={texts().account.creditsTitle}>
        <Answered answer={usage} height={104}>
          {({ data }) => <Credits usage={data} />}
        </Answered>
      </Section>
      <Section title={texts().account.requestsTitle}>
        <Answered answer={account} height={48}>
          {({ rate }) => <RequestRate rate={rate} />}
        </Answered>
      </Section>
    </>
  );
}

function Credits({ usage }: { readonly usage: Usage }) {
  const period = usage.current_period;
  const { account } = texts();
  return (
    <div className="usage stack">
      <p className="usage-figure line wraps">
        <strong>{formatCount(period.credits_used)}</strong>{" "}
        {account.ofCreditsUsed(formatCount(period.credits_limit))}
        <span className="push">
          <Tag>{usage.subscription_status ? account.states[usage.subscription_status] : account.noPlan}</Tag>
        </span>
      </p>
      <Meter label={account.creditsUsed} value={period.credits_used} max={period.credits_limit} />
      <dl className="facts">
        <Fact name={account.remaining} value={formatCount(period.credits_remaining)} />
        <Fact name={account.requestsMade} value={formatCount(period.requests_made)} />
        <Fact name={account.periodStarts} value={formatCalendarDay(period.start_date)} />
        <Fact name={account.periodEnds} value={formatCalendarDay(period.end_date)} />
      </dl>
      {usage.subscription_required && (
        <p className="bad" role="alert">
          {account.planNeeded}
        </p>
      )}
    </div>
  );
}

function RequestRate({ rate }: { readonly rate: AccountSummary["rate"] }) {
  const used = rate.limit - rate.remaining;
  const { account } = texts();
  return (
    <div className="usage stack">
      <p className="usage-figure line wraps">
        <strong>{formatCount(used)}</strong> {account.ofRequests(formatCount(rate.limit))}
      </p>
      <Meter label={account.requestsUsed} value={used} max={rate.limit} />
      <p className="quiet">
        {used > 0 && `${account.oldestStops(formatWait(rate.reset_seconds))} `}
        {account.allCount}
      </p>
    </div>
  );
}

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

function Meter({ label, value, max }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <>
      <meter className="visually-hidden" aria-label={label} value={value} min={0} max={max} />
      <div className="meter" aria-hidden="true">
        <span
          className={classNames("meter-fill", share >= warningShare && "is-high")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </>
  );
}
