import { AppWindow, Monitor, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import type { ApiKeySummary } from "../../../shared/app/operations.js";
import type { WebDevice, WebStatus } from "../../../shared/app/web.js";
import type { OperationInput, OperationResult } from "../../../shared/calls.js";
import { Button, DialogButton } from "../../components/button.js";
import { CopyButton } from "../../components/copy-button.js";
import { Dialog } from "../../components/dialog.js";
import { LineForm } from "../../components/fields.js";
import { QrCode } from "../../components/qr-code.js";
import { Section } from "../../components/section.js";
import { EmptyState, ErrorNote, Skeleton } from "../../components/states.js";
import { Switch } from "../../components/switch.js";
import { formatAge, formatDate } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import { change, useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { notify } from "../../stores/notices.js";
import { ConfirmButton } from "./confirm-button.js";

/** Listens on every IPv4 and IPv6 address of this computer. */
const allAddresses = ["0.0.0.0", "::"];

/** The window as a page for phones and other computers: its switch, addresses and paired devices. */
export function DevicesSection() {
  const status = useAnswer("web.status", {});
  const { error: failure, run } = useAct();
  const { devices } = texts();
  const configure = (options: OperationInput<"web.configure">) =>
    run(() => change("web.configure", options, "web.status"));
  const error = failure ?? status.error;
  return (
    <>
      <Section title={devices.title}>
        <p className="quiet">{devices.about}</p>
        {error && <ErrorNote error={error} onRetry={status.refresh} />}
        {status.data ? <Access status={status.data} onChange={configure} /> : <Skeleton height={80} />}
      </Section>
      {status.data && <DeviceList isRunning={status.data.running} />}
    </>
  );
}

interface AccessProps {
  readonly status: WebStatus;
  readonly onChange: (options: OperationInput<"web.configure">) => Promise<unknown>;
}

function Access({ status, onChange }: AccessProps) {
  const { devices } = texts();
  const { enabled, listen, port, port_in_use: portInUse, problem, running } = status;
  // After the highest port comes the first one that needs no privileges.
  const nextPort = port < 65_535 ? port + 1 : 1_024;
  // Whoever switches it on wants to open it on a phone.
  const switchOn = (isOn: boolean) =>
    onChange({ enabled: isOn, ...(isOn && listen.length === 0 && { listen: allAddresses }) });
  return (
    <div className="stack gap-3 setting-row">
      <Switch
        label={devices.switchOn}
        note={devices.switchOnNote}
        isOn={enabled}
        onChange={(isOn) => void switchOn(isOn)}
      />
      {enabled && (
        <Switch
          label={devices.network}
          note={devices.networkNote}
          isOn={listen.length > 0}
          onChange={(isOn) => void onChange({ listen: isOn ? allAddresses : [] })}
        />
      )}
      {problem !== null && (
        <div role="alert" className="stack">
          <p className="setting-note warn">{portInUse ? devices.portInUse(port) : problem}</p>
          {portInUse && (
            <Button onClick={() => void onChange({ port: nextPort })}>{devices.takePort(nextPort)}</Button>
          )}
        </div>
      )}
      {running && <Addresses status={status} />}
      {enabled && <AllowedNames status={status} onChange={onChange} />}
    </div>
  );
}

function Addresses({ status: { urls, secure } }: Pick<AccessProps, "status">) {
  const { devices, updates } = texts();
  return (
    <div>
      <h3>{devices.addresses}</h3>
      <ul>
        {urls.map((url) => (
          <li key={url} className="copy-line line well">
            <code>{url}</code>
            <CopyButton text={url} what={updates.address} />
          </li>
        ))}
      </ul>
      {!secure && <p className="quiet setting-row">{devices.plain}</p>}
    </div>
  );
}

/** Host names under which the page may be opened. */
function AllowedNames({ status, onChange }: AccessProps) {
  const saved = status.allowed_hosts.join(" ");
  const [text, setText] = useState(saved);
  const { devices, common } = texts();
  return (
    <div className="stack gap-1">
      <span className="strong" aria-hidden="true">
        {devices.names}
      </span>
      <LineForm
        className="hosts-add"
        label={devices.names}
        placeholder=""
        maxLength={5_000}
        value={text}
        onChange={setText}
        submit={common.save}
        canSubmit={text.trim() !== saved}
        onSubmit={() => void onChange({ allowed_hosts: text.split(/[\s,]+/).filter(Boolean) })}
      />
      <span className="quiet">{devices.namesNote}</span>
    </div>
  );
}

function DeviceList({ isRunning }: { readonly isRunning: boolean }) {
  const list = useAnswer("web.list", {});
  const { devices } = texts();
  const known = list.data?.devices;
  if (!isRunning && !known?.length) return null;
  return (
    <Section
      title={devices.listTitle}
      actions={
        isRunning &&
        known && (
          <DialogButton dialog={(close) => <PairDialog known={known} onClose={close} />}>
            {devices.pair}
          </DialogButton>
        )
      }
    >
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {known?.length === 0 && (
        <EmptyState icon={Smartphone} title={devices.noneTitle} text={devices.noneAbout} />
      )}
      <ul className="divided" aria-label={devices.listTitle}>
        {known?.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </Section>
  );
}

function DeviceRow({ device }: { readonly device: WebDevice }) {
  const nowMs = useNow();
  const { actions, browsers, devices } = texts();
  const { id, name, kind, created_at: since, last_seen_at: seen } = device;
  const Icon = kind === "phone" ? Smartphone : Monitor;
  return (
    <li className="setting device">
      <Icon size={20} />
      <div className="setting-about">
        <strong>{name}</strong>
        <span className="quiet">
          {[browsers.since(formatDate(since)), devices.lastSeen(formatAge(seen, nowMs))].join(" · ")}
        </span>
      </div>
      <ConfirmButton
        action={actions.revoke}
        name={name}
        title={devices.revokeTitle(name)}
        message={devices.revokeAbout}
        confirm={devices.revoke}
        onConfirm={() => change("web.revoke", { id }, "web.list")}
      />
    </li>
  );
}

type Code = OperationResult<"web.start_pairing">;

interface PairDialogProps {
  readonly known: readonly WebDevice[];
  readonly onClose: () => void;
}

/** A code for one device; closes once a device has used it. */
function PairDialog({ known, onClose }: PairDialogProps) {
  const [code, setCode] = useState<Code | null>(null);
  const { error: failure, run } = useAct();
  const [before] = useState(() => new Set(known.map(({ id }) => id)));
  const { devices } = texts();
  const start = () =>
    run(async () => {
      const result = await callOnce("web.start_pairing", {});
      if (result.ok) setCode(result.data);
      return result.ok ? null : result.error;
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening of the dialog
  useEffect(() => void start(), []);
  const added = known.find(({ id }) => !before.has(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the device
  useEffect(() => {
    if (added === undefined) return;
    notify({ topic: "pairing", text: devices.paired(added.name) });
    onClose();
  }, [added]);
  return (
    <Dialog title={devices.pair} description={devices.pairAbout} onClose={onClose}>
      {failure && <ErrorNote error={failure} onRetry={() => void start()} />}
      {code && <CodeToPair code={code} onRenew={() => void start()} />}
    </Dialog>
  );
}

function CodeToPair({ code, onRenew }: { readonly code: Code; readonly onRenew: () => void }) {
  const nowMs = useNow(1_000);
  const secondsLeft = Math.ceil((Date.parse(code.expires_at) - nowMs) / 1_000);
  const { devices } = texts();
  if (secondsLeft <= 0)
    return (
      <div className="setting" role="alert">
        <p>{devices.expired}</p>
        <Button variant="primary" onClick={onRenew}>
          {devices.newCode}
        </Button>
      </div>
    );
  return (
    <div className="stack middles breaks">
      <QrCode text={code.url} label={devices.qrCode} />
      <code>{new URL(code.url).origin}</code>
      <p className="code-digits" data-testid="device-code">
        {code.code}
      </p>
      <p className="quiet">{devices.expiresIn(countdown(secondsLeft))}</p>
    </div>
  );
}

/** `272` → `4:32` */
function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

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
