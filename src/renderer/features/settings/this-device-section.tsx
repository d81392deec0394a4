import { Section } from "../../components/section.js";
import { texts } from "../../lib/texts.js";
import { leave, useWebSession } from "../../stores/web-session.js";
import { ConfirmButton } from "./confirm-button.js";

/** A paired device's own access. */
export function ThisDeviceSection() {
  const session = useWebSession((state) => state.session);
  const { browsers, web } = texts();
  return (
    <Section title={web.thisDevice}>
      <div className="setting">
        <p className="setting-about">{session && web.connectedAs(session.device.name)}</p>
        <ConfirmButton
          variant="danger"
          title={web.leaveTitle}
          message={web.leaveAbout}
          confirm={browsers.disconnect}
          onConfirm={leave}
        >
          {browsers.disconnect}
        </ConfirmButton>
      </div>
    </Section>
  );
}
