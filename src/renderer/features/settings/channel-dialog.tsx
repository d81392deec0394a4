import { useState } from "react";
import type { ChannelKind, ChannelSummary } from "../../../shared/app/channels.js";
import type { QuietHours } from "../../../shared/app/primitives.js";
import { type Collection, collectionText, parseCollection } from "../../../shared/collection.js";
import { languages } from "../../../shared/texts/language.js";
import { weekdays } from "../../../shared/time.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { SelectField } from "../../components/select-box.js";
import { TextField } from "../../components/text-field.js";
import { formatWeekday } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { expireAnswers } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";
import { useReader } from "../../stores/language.js";
import { languageNames } from "./general-sections.js";
import { defaultQuietHours, QuietTimes } from "./notifications-section.js";

interface ChannelDialogProps {
  /** The channel to change; without it, a new one is added. */
  readonly channel?: ChannelSummary;
  readonly onClose: () => void;
}

/** Adds or edits a channel. Its saved address is never returned, so an empty field keeps it. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const { common, channels } = texts();
  const windowLanguage = useReader(({ language }) => language);
  const [address, setAddress] = useState("");
  const [kind, setKind] = useState<ChannelKind | "">("");
  const [name, setName] = useState(channel?.name ?? "");
  const [language, setLanguage] = useState(channel?.language ?? windowLanguage);
  const [hours, setHours] = useState<QuietHours | null>(channel?.quiet_hours ?? null);
  const [collect, setCollect] = useState(channel?.collect ?? "at-once");
  const mayBeOwnServer = /^\s*https?:/i.test(address);
  const save = async () => {
    const result = await callOnce("channels.save", {
      ...(channel && { id: channel.id }),
      ...(address.trim() !== "" && { address: address.trim() }),
      ...(mayBeOwnServer && kind !== "" && { kind }),
      name,
      language,
      collect,
      quiet_hours: hours,
    });
    if (!result.ok) return result.error;
    expireAnswers("channels.list");
    onClose();
    return null;
  };
  return (
    <Dialog title={channel ? channels.edit : channels.add} onClose={onClose}>
      <DialogForm submit={channel ? common.save : channels.add} onSubmit={save} onClose={onClose}>
        <AddressField value={address} isNew={channel === undefined} onChange={setAddress} />
        {mayBeOwnServer && <KindField kind={kind} onChange={setKind} />}
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
        <CollectField collect={collect} onChange={setCollect} />
        <QuietHoursField hours={hours} onChange={setHours} />
      </DialogForm>
    </Dialog>
  );
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
      required={isNew}
      maxLength={2_000}
      placeholder={isNew ? undefined : channels.keepAddress}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={onChange}
    >
      <span className="channel-hint quiet">{channels.addressHint}</span>
      <span className="channel-hint quiet">{channels.addressHintOfMail}</span>
    </TextField>
  );
}

interface KindFieldProps {
  readonly kind: ChannelKind | "";
  readonly onChange: (kind: ChannelKind | "") => void;
}

function KindField({ kind, onChange }: KindFieldProps) {
  const { channels } = texts();
  return (
    <div>
      <SelectField
        label={channels.service}
        choices={[
          { value: "", label: channels.byAddress },
          ...(Object.keys(channels.kinds) as ChannelKind[]).map((value) => ({
            value,
            label: channels.kinds[value],
          })),
        ]}
        value={kind}
        onChange={onChange}
      />
      <span className="channel-hint quiet">{channels.serviceHint}</span>
    </div>
  );
}

/** `18` → `18:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

interface CollectFieldProps {
  readonly collect: string;
  readonly onChange: (collect: string) => void;
}

/** Whether alerts are sent at once, or together at certain times. */
function CollectField({ collect, onChange }: CollectFieldProps) {
  const { channels } = texts();
  const collection = parseCollection(collect);
  const { every, weekday, hour } = collection;
  const change = (by: Partial<Collection>) => onChange(collectionText({ ...collection, ...by }));
  return (
    <div className="channel-collect">
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
    </div>
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
      <label className="form-check">
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ target }) => onChange(target.checked ? defaultQuietHours : null)}
        />
        {settings.quietHours}
      </label>
      {hours && (
        <>
          <QuietTimes hours={hours} onChange={onChange} />
          <p className="channel-hint quiet">{channels.quietNote}</p>
        </>
      )}
    </div>
  );
}
