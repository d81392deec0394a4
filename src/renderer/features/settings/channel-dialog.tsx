import {
  BellRing,
  ChevronLeft,
  Code,
  Hash,
  House,
  Link,
  type LucideIcon,
  Mail,
  MessageSquareQuote,
  MessagesSquare,
  Send,
  Server,
  Smartphone,
  Waypoints,
} from "lucide-react";
import { useState } from "react";
import type { ChannelKind, ChannelSummary } from "../../../shared/app/channels.js";
import type { QuietHours } from "../../../shared/app/primitives.js";
import type { OperationInput } from "../../../shared/calls.js";
import { type Collection, collectionText, parseCollection } from "../../../shared/collection.js";
import { languages } from "../../../shared/texts/language.js";
import { weekdays } from "../../../shared/time.js";
import { Button } from "../../components/button.js";
import { Dialog, DialogForm } from "../../components/dialog.js";
import { CheckField, SelectField, TextField } from "../../components/fields.js";
import { QrCode } from "../../components/qr-code.js";
import { deliveryProblem } from "../../lib/delivery-problem.js";
import { formatWeekday } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { change } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { useReader } from "../../stores/language.js";
import {
  mailServerOf,
  needsKind,
  type ServiceForm,
  type ServiceValues,
  serviceForms,
} from "./channel-services.js";
import { useTest } from "./connections.js";
import { languageNames } from "./general-sections.js";
import { defaultQuietHours, QuietTimes } from "./notifications-section.js";

interface ChannelDialogProps {
  /** The channel to change; without it, a new one is added. */
  readonly channel?: ChannelSummary;
  readonly onClose: () => void;
}

/** A kind of service, or `address` to paste one of any. */
type Choice = ChannelKind | "address";

/** Adds or edits a channel. A new one begins with the service. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const { channels } = texts();
  const [choice, setChoice] = useState<Choice | null>(channel === undefined ? null : "address");
  const title = channel === undefined ? channels.add : channels.edit;
  if (choice === null)
    return (
      <Dialog title={title} description={channels.pick} onClose={onClose}>
        <Tiles onChoose={setChoice} />
      </Dialog>
    );
  return (
    <Dialog title={choice === "address" ? title : channels.kinds[choice]} onClose={onClose}>
      <ChannelForm
        choice={choice}
        onClose={onClose}
        {...(channel === undefined ? { onBack: () => setChoice(null) } : { channel })}
      />
    </Dialog>
  );
}

const icons: { readonly [K in Choice]: LucideIcon } = {
  ntfy: Smartphone,
  telegram: Send,
  email: Mail,
  pushover: BellRing,
  gotify: Server,
  discord: MessagesSquare,
  slack: Hash,
  matrix: MessageSquareQuote,
  homeassistant: House,
  apprise: Waypoints,
  json: Code,
  address: Link,
};

function Tiles({ onChoose }: { readonly onChoose: (choice: Choice) => void }) {
  const { channels } = texts();
  const names: readonly (readonly [Choice, string])[] = [
    ...(Object.keys(serviceForms) as ChannelKind[]).map((kind) => [kind, channels.kinds[kind]] as const),
    ["address", channels.address],
  ];
  return (
    <ul className="channel-tiles stack">
      {names.map(([choice, name]) => {
        const Icon = icons[choice];
        return (
          <li key={choice}>
            <button
              type="button"
              className="channel-tile line middles centred full strong hovers"
              onClick={() => onChoose(choice)}
            >
              <Icon size={20} />
              {name}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ChannelFormProps extends ChannelDialogProps {
  readonly choice: Choice;
  readonly onBack?: () => void;
}

/** The saved address of a channel is never returned, so an empty field keeps it. */
function ChannelForm({ choice, channel, onBack, onClose }: ChannelFormProps) {
  const { common, channels, settings } = texts();
  const windowLanguage = useReader(({ language }) => language);
  const form = choice === "address" ? null : serviceForms[choice];
  const [values, setValues] = useState<ServiceValues>(() => form?.initial?.() ?? {});
  const [typed, setTyped] = useState("");
  const [name, setName] = useState(channel?.name ?? "");
  const [language, setLanguage] = useState(channel?.language ?? windowLanguage);
  const [hours, setHours] = useState<QuietHours | null>(channel?.quiet_hours ?? null);
  const [collect, setCollect] = useState(channel?.collect ?? "at-once");
  const address = (form?.toAddress(values) ?? typed).trim();
  const kind = choice === "address" ? channel?.kind : choice;
  const target = {
    ...(channel && { id: channel.id }),
    ...(address !== "" && { address }),
    ...(kind !== undefined && needsKind(address) && { kind }),
    language,
  };
  const test = useAddressTest(target);
  const save = async () => {
    if (!test.isDone && !(await test.run())) return null;
    const input = { ...target, name, collect, quiet_hours: hours };
    const error = await change("channels.save", input, "channels.list");
    if (error === null) onClose();
    return error;
  };
  const submit = channel ? common.save : channels.add;
  return (
    <DialogForm
      submit={test.isBad ? channels.saveAnyway : submit}
      actions={
        <>
          {test.line}
          <Button
            disabled={test.isRunning}
            onClick={({ currentTarget: { form } }) => form?.reportValidity() && void test.run()}
          >
            {settings.sendTest}
          </Button>
        </>
      }
      onSubmit={save}
      staysOpen
      onClose={onClose}
    >
      {onBack && (
        <Button variant="quiet" className="channel-back" icon={ChevronLeft} onClick={onBack}>
          {channels.back}
        </Button>
      )}
      {form === null ? (
        <AddressField value={typed} isNew={channel === undefined} onChange={setTyped} />
      ) : (
        <>
          <ServiceSteps kind={choice as ChannelKind} form={form} values={values} />
          <ServiceFields {...{ form, values }} isOptional={false} onChange={setValues} />
        </>
      )}
      {/* In pairs, so that most forms fit a small window. */}
      <div className="form-pair">
        {form && <ServiceFields {...{ form, values }} isOptional onChange={setValues} />}
        <TextField
          label={common.name}
          maxLength={100}
          placeholder={channels.nameUnlessTold}
          value={name}
          onChange={setName}
        />
        <SelectField
          label={channels.language}
          choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={setLanguage}
        />
        <CollectFields collect={collect} onChange={setCollect} />
      </div>
      <QuietHoursField hours={hours} onChange={setHours} />
    </DialogForm>
  );
}

interface ServiceProps {
  readonly form: ServiceForm;
  readonly values: ServiceValues;
}

/** What to do at the service. */
function ServiceSteps({ kind, form: { scan }, values }: ServiceProps & { readonly kind: ChannelKind }) {
  const { channels } = texts();
  return (
    <div className="channel-steps line tops gap-4">
      <p className="quiet">{channels.steps[kind]}</p>
      {scan && <QrCode text={scan.text(values)} label={channels[scan.label]} />}
    </div>
  );
}

interface ServiceFieldsProps extends ServiceProps {
  readonly isOptional: boolean;
  readonly onChange: (values: ServiceValues) => void;
}

/** What a service needs, or what may be left empty. */
function ServiceFields({ form, values, isOptional, onChange }: ServiceFieldsProps) {
  const { channels } = texts();
  const fields = form.fields.filter((field) => (field.isOptional ?? false) === isOptional);
  // What stands in an optional field that is left empty.
  const defaults: ServiceValues = { mailServer: mailServerOf(values.mail ?? ""), to: channels.toItself };
  return fields.map(({ name, type = "text", placeholder }, at) => (
    <TextField
      key={name}
      // The tile that had the focus is gone.
      autoFocus={at === 0 && !isOptional}
      label={isOptional ? channels.optional(channels.fields[name]) : channels.fields[name]}
      type={type === "url" ? "text" : type}
      required={!isOptional}
      maxLength={1_000}
      placeholder={placeholder ?? defaults[name]}
      autoComplete="off"
      spellCheck={false}
      value={values[name] ?? ""}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ));
}

interface AddressFieldProps {
  readonly value: string;
  readonly isNew: boolean;
  readonly onChange: (address: string) => void;
}

function AddressField({ value, isNew, onChange }: AddressFieldProps) {
  const { channels } = texts();
  return (
    <TextField
      label={channels.address}
      autoFocus={isNew}
      required={isNew}
      maxLength={2_000}
      placeholder={isNew ? undefined : channels.keepAddress}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={onChange}
    >
      <span className="small plain breaks quiet">{channels.addressHint}</span>
      <span className="small plain breaks quiet">{channels.addressHintOfMail}</span>
    </TextField>
  );
}

/** A form's test: a new address is tested once before it is saved. */
function useAddressTest(target: OperationInput<"channels.test">) {
  const test = useChannelTest(target);
  const { address } = target;
  const [tested, setTested] = useState<{ address: typeof address; isGood: boolean | null }>();
  const run = async () => {
    const isGood = await test.run();
    setTested({ address, isGood });
    return isGood;
  };
  const isTested = tested?.address === address;
  return {
    ...test,
    run,
    isDone: address === undefined || isTested,
    isBad: isTested && tested?.isGood === false,
  };
}

/** The test of a channel, saved or not. */
export function useChannelTest(target: OperationInput<"channels.test">) {
  const { channels } = texts();
  return useTest({
    running: channels.sendingTest,
    send: () => callOnce("channels.test", target),
    toResult: ({ delivered: isGood, error, action }) => ({
      isGood,
      text: isGood
        ? channels.testDelivered
        : `${channels.testFailed} ${channels.problem("failed", deliveryProblem(error, action))}`,
    }),
  });
}

/** `18` → `18:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

interface CollectFieldsProps {
  readonly collect: string;
  readonly onChange: (collect: string) => void;
}

/** Whether alerts are sent at once, or together at certain times. */
function CollectFields({ collect, onChange }: CollectFieldsProps) {
  const { channels } = texts();
  const collection = parseCollection(collect);
  const { every, weekday, hour } = collection;
  const change = (by: Partial<Collection>) => onChange(collectionText({ ...collection, ...by }));
  return (
    <>
      <SelectField
        label={channels.collect}
        choices={(Object.keys(channels.collectEvery) as Collection["every"][]).map((value) => ({
          value,
          label: channels.collectEvery[value],
        }))}
        value={every}
        onChange={(value) => change({ every: value })}
      />
      {every === "weekly" && (
        <SelectField
          label={channels.weekday}
          choices={weekdays.map((value) => ({ value, label: formatWeekday(value) }))}
          value={weekday}
          onChange={(value) => change({ weekday: value })}
        />
      )}
      {(every === "daily" || every === "weekly") && (
        <SelectField
          label={channels.hour}
          choices={hours}
          value={String(hour)}
          onChange={(value) => change({ hour: Number(value) })}
        />
      )}
    </>
  );
}

interface QuietHoursFieldProps {
  readonly hours: QuietHours | null;
  readonly onChange: (hours: QuietHours | null) => void;
}

function QuietHoursField({ hours, onChange }: QuietHoursFieldProps) {
  const { channels, settings } = texts();
  return (
    <div className="stack gap-1">
      <CheckField checked={hours !== null} onChange={(isOn) => onChange(isOn ? defaultQuietHours : null)}>
        {settings.quietHours}
      </CheckField>
      {hours && (
        <>
          <QuietTimes hours={hours} onChange={onChange} />
          <p className="small plain breaks quiet">{channels.quietNote}</p>
        </>
      )}
    </div>
  );
}
