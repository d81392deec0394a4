import { useState } from "react";
import { Button } from "../../components/button.js";
import { ConfirmDialog } from "../../components/confirm-dialog.js";
import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";
import { leave, useWebSession } from "../../stores/web-session.js";

/** A paired device's own access. */
export function ThisDeviceSection() {
  const session = useWebSession((state) => state.session);
  const [isLeaving, setLeaving] = useState(false);
  const { web } = texts();
  return (
    <Section title={web.thisDevice}>
      <div className="setting">
        <p className="setting-about">{session && web.connectedAs(session.device.name)}</p>
        <Button variant="danger" onClick={() => setLeaving(true)}>
          {web.leave}
        </Button>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={web.leaveTitle}
          message={web.leaveAbout}
          confirm={web.leave}
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        />
      )}
    </Section>
  );
}
