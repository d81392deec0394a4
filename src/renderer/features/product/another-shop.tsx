import { Plus } from "lucide-react";
import { useState } from "react";
import { linkOf } from "../../../shared/links-in.js";
import { AddCard } from "../../components/adding/add-card.js";
import { Button } from "../../components/button.js";
import { LineForm } from "../../components/fields.js";
import { texts } from "../../lib/texts.js";
import { isUnderWay, useAdding } from "../../stores/adding/entries.js";
import { addShop } from "../../stores/adding/links.js";
import { usePage } from "./page.js";
import "./sections.css";

/** The links for another shop that are being read, or wait for the shopper. */
export function JoiningShops() {
  const { productKey } = usePage();
  const entries = useAdding((state) => state.entries);
  const joining = entries.filter(({ said, state }) => said.into === productKey && state.kind !== "watched");
  if (joining.length === 0) return null;
  return (
    <ul className="joining-shops stack gap-3" aria-label={texts().adding.another}>
      {joining.map((entry) => (
        <li key={entry.id}>
          <AddCard entry={entry} isOnly={false} isAtProduct />
        </li>
      ))}
    </ul>
  );
}

/** A field for the link of the same product at another shop. */
export function AnotherShop() {
  const { productKey } = usePage();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const isBusy = useAdding(({ entries }) =>
    entries.some((entry) => entry.said.into === productKey && isUnderWay(entry)),
  );
  const { adding, common } = texts();
  const url = linkOf(text);
  if (!isOpen)
    return (
      <Button icon={Plus} onClick={() => setOpen(true)}>
        {adding.another}
      </Button>
    );
  const send = () => {
    if (url === null) return;
    addShop(productKey, url);
    setText("");
  };
  return (
    <LineForm
      className="another-shop"
      label={adding.anotherLink}
      maxLength={4_096}
      autoFocus
      value={text}
      onChange={setText}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      submit={isBusy ? adding.underWay : common.add}
      canSubmit={url !== null && !isBusy}
      onSubmit={send}
    />
  );
}
