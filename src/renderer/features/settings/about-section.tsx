import { Button } from "../../components/button.js";
import { Mark } from "../../components/mark.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";
import { showShortcuts } from "../../stores/shortcut-sheet.js";

export function AboutSection({ version }: { readonly version: string }) {
  const { settings, entrances } = texts();
  return (
    <Section title={settings.about}>
      <div className="about">
        <Mark size={48} />
        <div>
          <p>
            <strong>Tidemark</strong> <span data-testid="version">{version}</span>
          </p>
          <p className="quiet">{settings.staysHere}</p>
        </div>
      </div>
      <div className="setting-row">
        <Button onClick={showShortcuts}>{entrances.shortcuts}</Button>
      </div>
    </Section>
  );
}
