import { useState } from "react";
import type { QuietHours } from "../../../shared/ipc.js";
import { Button } from "../../components/button.js";
import { Section } from "../../components/section.js";
import { Switch } from "../../components/switch.js";
import { bridge } from "../../lib/bridge.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useSettings } from "../../stores/settings.js";
import { useDesktop } from "./use-desktop.js";

const usualNight: QuietHours = { from: "22:00", to: "07:00" };

/** Desktop notifications and quiet hours. */
export function NotificationsSection() {
  const { notifications, quietHours } = useSettings();
  const [desktop] = useDesktop();
  const [isSent, setSent] = useState(false);
  const { settings } = texts();
  const isDeaf = desktop !== null && !desktop.canNotify;
  return (
    <Section title={settings.notifications}>
      <div className="setting">
        <Switch
          label={settings.showOnDesktop}
          isOn={notifications}
          onChange={(isOn) => void changeSettings({ notifications: isOn })}
        />
        <Button
          disabled={isDeaf}
          onClick={() =>
            void bridge()
              .invoke("desktop:test-notification")
              .then(() => setSent(true))
          }
        >
          {settings.sendTest}
        </Button>
      </div>
      {isSent && (
        <p role="status" className="quiet">
          {settings.testSent}
        </p>
      )}
      {isDeaf && <p className="setting-note">{settings.deaf}</p>}
      <QuietTimes hours={quietHours} isOff={!notifications} />
    </Section>
  );
}

interface QuietTimesProps {
  readonly hours: QuietHours | null;
  readonly isOff: boolean;
}

function QuietTimes({ hours, isOff }: QuietTimesProps) {
  const set = (part: Partial<QuietHours>) =>
    void changeSettings({ quietHours: { ...(hours ?? usualNight), ...part } });
  const { settings } = texts();
  return (
    <div className="setting setting-row">
      <Switch
        label={settings.quietHours}
        disabled={isOff}
        isOn={hours !== null}
        onChange={(isOn) => void changeSettings({ quietHours: isOn ? usualNight : null })}
      />
      {hours ? (
        <span className="quiet-times">
          <TimeField label={settings.quietFrom} value={hours.from} onChange={(from) => set({ from })} />
          <span aria-hidden="true">{settings.quietTo}</span>
          <TimeField label={settings.quietUntil} value={hours.to} onChange={(to) => set({ to })} />
        </span>
      ) : (
        <span className="quiet">{settings.anyHour}</span>
      )}
    </div>
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
      // An empty field is a time that is being typed.
      onChange={({ target }) => target.value !== "" && onChange(target.value)}
    />
  );
}
