import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.js";

interface OpenFileButtonProps {
  readonly icon: LucideIcon;
  /** Extensions and media types. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Names the hidden field, for tests. */
  readonly testId: string;
  readonly children: ReactNode;
}

export function OpenFileButton({ icon, accept, onFile, testId, children }: OpenFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-testid={testId}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows opening the same file again after a change.
          target.value = "";
        }}
      />
    </>
  );
}
