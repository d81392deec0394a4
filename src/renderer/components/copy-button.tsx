import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { bridge } from "../lib/bridge.js";
import { texts } from "../lib/texts.js";
import { Button, IconButton } from "./button.js";

const thanksMs = 1_600;

interface CopyButtonProps {
  readonly text: string;
  /** The copied thing, as in "Copy barcode". */
  readonly what: string;
  /** Shows a label beside the icon. */
  readonly wide?: boolean;
  /** The visible label, if "Copy" is too short. */
  readonly label?: string;
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, what, wide = false, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", text)
      .then(() => setCopied(true));
  const icon = copied ? <Check size={14} /> : <Copy size={14} />;
  return (
    <>
      {wide ? (
        <Button icon={icon} onClick={copy} aria-label={texts().common.copyWhat(what)}>
          {copied ? texts().common.copied : (label ?? texts().common.copy)}
        </Button>
      ) : (
        <IconButton label={texts().common.copyWhat(what)} className="icon-button-small" onClick={copy}>
          {icon}
        </IconButton>
      )}
      <span className="visually-hidden" role="status">
        {copied ? texts().common.copiedWhat(what) : ""}
      </span>
    </>
  );
}
