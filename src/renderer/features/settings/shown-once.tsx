import { TriangleAlert } from "lucide-react";
import { CopyButton } from "../../components/copy-button.js";
import { LastButton } from "../../components/dialog.js";
import { texts } from "../../lib/texts.js";
import "./programs.css";

interface ShownOnceProps {
  readonly value: string;
  /** Names the value in the label of the button that copies it. */
  readonly what: string;
  readonly testId: string;
  readonly onClose: () => void;
}

/** A new secret, shown once. */
export function ShownOnce({ value, what, testId, onClose }: ShownOnceProps) {
  const { common, keys } = texts();
  return (
    <>
      <div className="copy-line line well">
        <code data-testid={testId}>{value}</code>
        <CopyButton text={value} what={what} wide />
      </div>
      <p className="line warn">
        <TriangleAlert size={15} />
        {keys.shownOnce}
      </p>
      <LastButton label={common.done} onClose={onClose} />
    </>
  );
}
