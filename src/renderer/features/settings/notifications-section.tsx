import { useEffect, useState } from "react";
import type { DesktopState, QuietHours } from "../../../shared/ipc.js";
import { Button } from "../../components/button.js";
import { Section } from "../../components/section.js";
import { bridge } from "../../lib/bridge.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useSettings } from "../../stores/settings.js";

const usualNight: QuietHours = { from: "22:00", to: "07:00" };

/** When and how the desktop says that a price is worth knowing, and whether it is looked for without a window. */
export function NotificationsSection() {
  const { notifications, quietHours, keepRunning } = useSettings();
  const [desktop, setDesktop] = useState<DesktopState | null>(null);
  useEffect(() => void bridge().desktop().then(setDesktop), []);
  const { settings } = texts();
  const isDeaf = desktop !== null && !desktop.canNotify;
  return (
    <Section title={settings.notifications}>
      <div className="setting">
        <label className="form-check">
          <input
            type="checkbox"
            checked={notifications}
            onChange={({ target }) => void changeSettings({ notifications: target.checked })}
          />
          {settings.showOnDesktop}
        </label>
        <Button disabled={isDeaf} onClick={() => void bridge().testNotification()}>
          {settings.sendTest}
        </Button>
      </div>
      {isDeaf && <p className="setting-note">{settings.deaf}</p>}
      <QuietTimes hours={quietHours} isOff={!notifications} />
      <label className="form-check setting-row">
        <input
          type="checkbox"
          checked={keepRunning}
          onChange={({ target }) => void changeSettings({ keepRunning: target.checked })}
        />
        {settings.keepRunning}
      </label>
      <StartAtLogin desktop={desktop} onChange={setDesktop} />
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
      <label className="form-check">
        <input
          type="checkbox"
          disabled={isOff}
          checked={hours !== null}
          onChange={({ target }) => void changeSettings({ quietHours: target.checked ? usualNight : null })}
        />
        {settings.quietHours}
      </label>
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

interface StartAtLoginProps {
  readonly desktop: DesktopState | null;
  readonly onChange: (desktop: DesktopState) => void;
}

function StartAtLogin({ desktop, onChange }: StartAtLoginProps) {
  if (desktop === null || desktop.startsAtLogin === null) return null;
  return (
    <label className="form-check setting-row">
      <input
        type="checkbox"
        checked={desktop.startsAtLogin}
        onChange={({ target }) => void bridge().startAtLogin(target.checked).then(onChange)}
      />
      {texts().settings.startAtLogin}
    </label>
  );
}
