import { useState } from "react";
import type { QuietHours } from "../../../shared/app/primitives.js";
import { Button } from "../../components/button.js";
import { Section } from "../../components/section.js";
import { Switch } from "../../components/switch.js";
import { bridge } from "../../lib/bridge.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useDesktop, useSettings } from "../../stores/settings.js";

export const defaultQuietHours: QuietHours = { from: "22:00", to: "07:00" };

/** Desktop notifications and quiet hours. */
export function NotificationsSection() {
  const { notifications, quietHours } = useSettings();
  const [desktop] = useDesktop();
  const [isSent, setSent] = useState(false);
  const { settings } = texts();
  const cannotNotify = desktop !== null && !desktop.canNotify;
  const sendTest = async () => {
    await bridge().invoke("desktop:test-notification");
    setSent(true);
  };
  return (
    <Section title={settings.sections.notifications}>
      <div className="setting">
        <Switch
          label={settings.showOnDesktop}
          isOn={notifications}
          onChange={(isOn) => void changeSettings({ notifications: isOn })}
        />
        <Button disabled={cannotNotify} onClick={() => void sendTest()}>
          {settings.sendTest}
        </Button>
      </div>
      {isSent && (
        <p role="status" className="quiet">
          {settings.testSent}
        </p>
      )}
      {cannotNotify && <p className="setting-note warn">{settings.deaf}</p>}
      <div className="setting setting-row">
        <Switch
          label={settings.quietHours}
          disabled={!notifications}
          isOn={quietHours !== null}
          onChange={(isOn) => void changeSettings({ quietHours: isOn ? defaultQuietHours : null })}
        />
        {quietHours ? (
          <QuietTimes hours={quietHours} onChange={(hours) => void changeSettings({ quietHours: hours })} />
        ) : (
          <span className="quiet">{settings.anyHour}</span>
        )}
      </div>
    </Section>
  );
}

interface QuietTimesProps {
  readonly hours: QuietHours;
  readonly onChange: (hours: QuietHours) => void;
}

/** When the quiet hours begin and end. */
export function QuietTimes({ hours, onChange }: QuietTimesProps) {
  const { settings } = texts();
  return (
    <span className="line">
      <TimeField
        label={settings.quietFrom}
        value={hours.from}
        onChange={(from) => onChange({ ...hours, from })}
      />
      <span aria-hidden="true">{settings.quietTo}</span>
      <TimeField label={settings.quietUntil} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
    </span>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      className="field"
      type="time"
      aria-label={label}
      value={value}
      // The field is empty while a time is typed.
      onChange={({ target }) => target.value !== "" && onChange(target.value)}
    />
  );
}
