import { Plus, RefreshCw, Tags } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "../../src/renderer/components/action-menu.js";
import { Button, IconButton } from "../../src/renderer/components/button.js";
import { CopyButton } from "../../src/renderer/components/copy-button.js";
import { ConfirmDialog, Dialog } from "../../src/renderer/components/dialog.js";
import { Checkbox, SelectBox } from "../../src/renderer/components/fields.js";
import { Keys } from "../../src/renderer/components/keys.js";
import { MenuButton } from "../../src/renderer/components/menu-button.js";
import { Popover } from "../../src/renderer/components/popover.js";
import { ProgressBar } from "../../src/renderer/components/progress-bar.js";
import { Segmented } from "../../src/renderer/components/segmented.js";
import { Switch } from "../../src/renderer/components/switch.js";
import { cadences } from "../../src/renderer/lib/cadence.js";

const variants = ["primary", "secondary", "quiet", "danger"] as const;
const nothing = () => undefined;

export function Controls() {
  const [cadence, setCadence] = useState<"hourly" | "daily" | "weekly">("daily");
  const [isOn, setOn] = useState(true);
  return (
    <div className="gallery-stack">
      <div className="gallery-row">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button disabled icon={Plus}>
          disabled
        </Button>
        <IconButton label="refresh" icon={RefreshCw} />
        <CopyButton text="text" what="text" wide />
        <Keys keys="Mod K" />
      </div>
      <div className="gallery-row">
        <Segmented label="segments" segments={cadences()} value={cadence} onChange={setCadence} />
        <MenuButton label="menu" choices={cadences()} value={cadence} onChoose={setCadence} />
        <SelectBox label="select" choices={cadences()} value={cadence} onChange={setCadence} />
        <input className="field" aria-label="field" placeholder="field" />
      </div>
      <div className="gallery-row">
        <Checkbox label="off" checked={false} onChange={nothing} />
        <Checkbox label="mixed" checked="mixed" onChange={nothing} />
        <Checkbox label="on" checked onChange={nothing} />
        <Switch label="switch" note="note" isOn={isOn} onChange={setOn} />
        <Switch label="disabled" isOn={false} disabled onChange={nothing} />
      </div>
      <ProgressBar label="progress" done={120} total={400} text="120 / 400" />
      <ProgressBar label="open progress" done={null} total={0} text="…" />
    </div>
  );
}

export function Overlays() {
  const [open, setOpen] = useState<"dialog" | "question" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="gallery-row">
      <Button onClick={() => setOpen("dialog")}>dialog</Button>
      <Button onClick={() => setOpen("question")}>question</Button>
      <Popover label="popover" trigger={<Button>popover</Button>}>
        {() => <p>popover</p>}
      </Popover>
      <ActionMenu
        label="actions"
        groups={[
          [{ label: "tags", Icon: Tags, keys: "T", run: nothing }],
          [{ label: "remove", isDangerous: true, run: nothing }],
        ]}
      />
      {open === "dialog" && (
        <Dialog title="dialog" description="description" onClose={close}>
          <div className="dialog-actions">
            <Button onClick={close}>close</Button>
          </div>
        </Dialog>
      )}
      {open === "question" && (
        <ConfirmDialog
          title="question"
          message="message"
          confirm="confirm"
          onConfirm={async () => undefined}
          onClose={close}
        />
      )}
    </div>
  );
}
