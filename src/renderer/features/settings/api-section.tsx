import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";

/** The API's address on this computer, and an example request that works once a key is filled in. */
export function ApiSection({ baseUrl }: { readonly baseUrl: string }) {
  const example = `curl -H "Authorization: Bearer YOUR_KEY" "${baseUrl}/products/search?q=headphones&limit=3"`;
  const { settings } = texts();
  return (
    <Section title={settings.api}>
      <p className="quiet">{settings.apiAbout}</p>
      <div className="copy-line">
        <code data-testid="api-address">{baseUrl}</code>
        <CopyButton text={baseUrl} what={settings.apiAddress} wide />
      </div>
      <h3>{settings.tryIt}</h3>
      <div className="copy-line">
        <code>{example}</code>
        <CopyButton text={example} what={settings.example} wide />
      </div>
    </Section>
  );
}
