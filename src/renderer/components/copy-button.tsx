import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { bridge } from "../lib/bridge.js";
import { texts } from "../lib/texts.js";
import { Button, IconButton } from "./button.js";

const thanksMs = 1_600;

/** Copies a text: `isCopied` holds for a moment, and `said` announces it to screen readers. */
export function useCopy(text: string, what: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    void bridge()
      .invoke("shell:copy-text", text)
      .then(() => setCopied(true));
  const said = (
    <span className="visually-hidden" role="status">
      {isCopied ? texts().common.copiedWhat(what) : ""}
    </span>
  );
  return { isCopied, copy, said, Icon: isCopied ? Check : Copy };
}

interface CopyButtonProps {
  readonly text: string;
  /** The copied thing, as in "Copy barcode". */
  readonly what: string;
  /** Shows a label beside the icon. */
  readonly wide?: boolean;
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, what, wide = false }: CopyButtonProps) {
  const { isCopied, copy, said, Icon } = useCopy(text, what);
  const { common } = texts();
  const name = common.copyWhat(what);
  return (
    <>
      {wide ? (
        <Button icon={Icon} onClick={copy} aria-label={name}>
          {isCopied ? common.copied : common.copy}
        </Button>
      ) : (
        <IconButton label={name} className="icon-button-small" icon={Icon} onClick={copy} />
      )}
      {said}
    </>
  );
}
