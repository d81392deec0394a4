import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../components/button.js";
import { TextField } from "../components/fields.js";
import { Mark } from "../components/mark.js";
import { texts } from "../lib/texts.js";
import { deviceNameOf } from "./device-name.js";
import "./pairing-page.css";

/** Where others describe how to put a page behind https. */
const waysToTls = [
  { name: "Tailscale", url: "https://tailscale.com/kb/1312/serve" },
  { name: "Caddy", url: "https://caddyserver.com/docs/quick-starts/reverse-proxy" },
  { name: "nginx", url: "https://nginx.org/en/docs/http/configuring_https_servers.html" },
] as const;

type Outcome = "paired" | "wrong" | "gone" | "failed";

const outcomes: Readonly<Record<number, Outcome>> = { 200: "paired", 403: "wrong", 410: "gone" };

async function pair(code: string, name: string): Promise<Outcome> {
  try {
    const body = JSON.stringify({ code, name });
    const response = await fetch("/web/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return outcomes[response.status] ?? "failed";
  } catch {
    return "failed";
  }
}

interface PairingPageProps {
  /** From a QR code; empty if it has to be typed. */
  readonly code: string;
  readonly version: string;
}

/** What a device sees that is not paired. */
export function PairingPage({ code: scanned, version }: PairingPageProps) {
  const [code, setCode] = useState("");
  const [name, setName] = useState(() => deviceNameOf(navigator.userAgent));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { web } = texts();
  const send = async (sent: string) => {
    setBusy(true);
    const outcome = await pair(sent, name.trim());
    if (outcome === "paired") return location.replace(location.pathname + location.search);
    setBusy(false);
    setProblem({ wrong: web.wrongCode, gone: web.codeGone, failed: web.noAnswer }[outcome]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scanned code is sent once, without a click.
  useEffect(() => void (scanned && send(scanned)), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <main className="app-view pairing-page">
      <div className="pairing-parts stack starts gap-4">
        <Mark size={56} />
        <h1>{web.pairTitle}</h1>
        <p>{web.pairAbout}</p>
        <form className="form stack gap-3" onSubmit={submit}>
          <TextField
            label={web.code}
            value={code}
            onChange={(value) => setCode(value.replace(/\D/g, "").slice(0, 6))}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            pattern="\d{6}"
          />
          <TextField label={web.deviceName} value={name} onChange={setName} required maxLength={60} />
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isBusy ? web.connecting : texts().services.connect}
          </Button>
          <p role="alert" className="bad">
            {problem}
          </p>
        </form>
        {!window.isSecureContext && <PlainNote />}
        <p className="quiet small">Tidemark {version}</p>
      </div>
    </main>
  );
}

/** What does not work over plain http, and the ways to TLS. */
function PlainNote() {
  const { web } = texts();
  return (
    <section className="plain-note stack" aria-labelledby="plain">
      <h2 id="plain">{web.plainTitle}</h2>
      <p>{web.plainAbout}</p>
      <ul className="line wraps gap-3">
        {waysToTls.map(({ name, url }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
