import { useCallback, useEffect, useState } from "react";
import { hasPanel, setPanel } from "../panel.js";
import { said } from "../texts.js";
import { agree, disagree, isAgreed } from "../visits.js";
import { hostOf } from "./read-product.js";

interface ConsentProps {
  readonly text: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: () => Promise<unknown>;
}

function Consent({ text, about, isOn, isDisabled = false, onChange }: ConsentProps) {
  return (
    <label className="consent stack tops">
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={() => void onChange()} />
      <span>
        {text}
        <span className="quiet">{about}</span>
      </span>
    </label>
  );
}

interface ShopConsentsProps {
  readonly url: string;
  /** Whether the shop's prices come from visits only. */
  readonly isNeeded: boolean;
  readonly onChanged: () => void;
}

/** What the user allows at the shop: its watched pages are read at each visit, and the panel stands on them. */
export function ShopConsents({ url, isNeeded, onChanged }: ShopConsentsProps) {
  const [given, setGiven] = useState({ visits: false, panel: false });
  const read = useCallback(async () => {
    setGiven({ visits: await isAgreed(url), panel: await hasPanel(url) });
  }, [url]);
  useEffect(() => void read(), [read]);
  const shop = hostOf(url);
  return (
    <details open={isNeeded || undefined}>
      <summary>{said.consents}</summary>
      <Consent
        text={said.visits(shop)}
        about={said.visitsAbout}
        isOn={given.visits}
        onChange={async () => {
          await (given.visits ? disagree(url) : agree(url));
          await read();
          onChanged();
        }}
      />
      <Consent
        text={said.panel}
        about={said.panelAbout}
        isOn={given.panel}
        isDisabled={!given.visits}
        onChange={() => setPanel(url, !given.panel).then(read)}
      />
    </details>
  );
}
