import { CopyButton } from "../../components/copy-button.js";
import { Section } from "../../components/section.js";

/** The address of the API on this computer, and a request that works once a key is put in. */
export function ApiSection({ baseUrl }: { readonly baseUrl: string }) {
  const example = `curl -H "Authorization: Bearer YOUR_KEY" "${baseUrl}/products/search?q=headphones&limit=3"`;
  return (
    <Section title="API">
      <p className="quiet">
        Programs on this computer can ask Tidemark at this address. Each request needs an API key.
      </p>
      <div className="copy-line">
        <code data-testid="api-address">{baseUrl}</code>
        <CopyButton text={baseUrl} what="API address" wide />
      </div>
      <h3>Try it</h3>
      <div className="copy-line">
        <code>{example}</code>
        <CopyButton text={example} what="example" wide />
      </div>
    </Section>
  );
}
