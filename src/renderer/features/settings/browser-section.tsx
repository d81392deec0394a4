import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";

/** A bookmarklet that hands the open page to the app, which asks before adding it. */
export const bookmarklet = "javascript:location.href='tidemark://add?url='+encodeURIComponent(location.href)";

/** Ways to add a page from the browser. */
export function BrowserSection() {
  const { settings } = texts();
  return (
    <Section title={settings.browser}>
      <p className="quiet">{settings.browserAbout}</p>
      <div className="copy-line">
        <code>{bookmarklet}</code>
        <CopyButton text={bookmarklet} what={settings.bookmarklet} wide />
      </div>
      <p className="quiet setting-row">{settings.browserSafe}</p>
    </Section>
  );
}
