import { TriangleAlert } from "lucide-react";
import { Button } from "../../components/button.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";

/** Explains an inbox that stays empty because events cannot reach it. */
export function ListenerNote() {
  const problem = useAnswer("webhooks.listener", {}).data?.problem;
  if (!problem) return null;
  return (
    <div className="listener-note" role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <p>{problem}</p>
      <Button variant="quiet" onClick={() => go({ view: "settings", section: "programs" })}>
        {texts().common.openSettings}
      </Button>
    </div>
  );
}
