import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";

/** Hands the page that is open in a browser over; the app asks before it adds anything. */
export const bookmarklet = "javascript:location.href='tidemark://add?url='+encodeURIComponent(location.href)";

/** How a page gets from the browser into the app. */
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
