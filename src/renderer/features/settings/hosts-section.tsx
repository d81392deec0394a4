import { type FormEvent, useState } from "react";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";

/** Private addresses that pages may be fetched from; public ones need no permission. */
export function HostsSection() {
  const { data, refresh } = useAnswer("pages.hosts", {});
  const [text, setText] = useState("");
  const [error, setError] = useState<CallError | null>(null);
  const change = async (host: string, isAllowed: boolean) => {
    const result = await callOnce("pages.allow", { host, is_allowed: isAllowed });
    setError(result.ok ? null : result.error);
    if (result.ok && isAllowed) setText("");
    refresh();
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    void change(text, true);
  };
  const { actions, settings } = texts();
  return (
    <Section title={settings.privatePages}>
      <p className="quiet">{settings.privateAbout}</p>
      <ul className="hosts" aria-label={settings.allowedAddresses}>
        {data?.hosts.map((host) => (
          <li key={host} className="setting">
            <code>{host}</code>
            <Button
              variant="quiet"
              aria-label={actions.forbid.of(host)}
              onClick={() => void change(host, false)}
            >
              {actions.forbid.label}
            </Button>
          </li>
        ))}
      </ul>
      <form className="hosts-add" onSubmit={add}>
        <input
          className="field"
          aria-label={settings.addressToAllow}
          placeholder="192.168.1.5:8080"
          spellCheck={false}
          maxLength={260}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" disabled={text.trim() === ""}>
          {settings.allow}
        </Button>
      </form>
      {error && <ErrorNote error={error} />}
    </Section>
  );
}
