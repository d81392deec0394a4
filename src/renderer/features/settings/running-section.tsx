import { Section } from "../../components/section.js";
import { Switch } from "../../components/switch.js";
import { bridge } from "../../lib/bridge.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useSettings } from "../../stores/settings.js";
import { useDesktop } from "./use-desktop.js";

/** Whether checks continue without a window. */
export function RunningSection() {
  const { keepRunning } = useSettings();
  const [desktop, setDesktop] = useDesktop();
  const { settings } = texts();
  return (
    <Section title={settings.running}>
      <div className="switches">
        <Switch
          label={settings.keepRunning}
          note={settings.keepRunningNote}
          isOn={keepRunning}
          onChange={(isOn) => void changeSettings({ keepRunning: isOn })}
        />
        {desktop && desktop.startsAtLogin !== null && (
          <Switch
            label={settings.startAtLogin}
            isOn={desktop.startsAtLogin}
            onChange={(isOn) => void bridge().invoke("desktop:start-at-login", isOn).then(setDesktop)}
          />
        )}
      </div>
    </Section>
  );
}
