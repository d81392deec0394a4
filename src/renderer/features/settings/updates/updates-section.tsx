import { useEffect } from "react";
import { Section } from "../../../components/section.js";
import { Switch } from "../../../components/switch.js";
import { texts } from "../../../lib/texts.js";
import { changeSettings, useSettings } from "../../../stores/settings.js";
import { followUpdates, useUpdates } from "../../../stores/updates.js";
import { UpdateStanding } from "./update-standing.js";
import "./updates.css";

/** Checks for a newer version and installs it. */
export function UpdatesSection() {
  useEffect(followUpdates, []);
  const update = useUpdates((state) => state.update);
  const { updates } = texts();
  if (update === null) return null;
  return (
    <Section title={updates.title}>
      <div className="updates">
        <UpdateStanding update={update} />
        {update.state !== "unavailable" && <ByItself />}
      </div>
    </Section>
  );
}

function ByItself() {
  const { checkForUpdates } = useSettings();
  const { updates } = texts();
  return (
    <Switch
      label={updates.byItself}
      note={updates.byItselfNote}
      isOn={checkForUpdates}
      onChange={(isOn) => void changeSettings({ checkForUpdates: isOn })}
    />
  );
}
