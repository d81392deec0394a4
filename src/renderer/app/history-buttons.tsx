import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../components/button.js";
import { texts } from "../lib/texts.js";
import { goBack, goForward, useNavigation } from "../stores/navigation.js";

export function HistoryButtons() {
  const canGoBack = useNavigation((state) => state.position > 0);
  const canGoForward = useNavigation((state) => state.position < state.stack.length - 1);
  return (
    <div className="history-buttons">
      <IconButton label={texts().app.back} disabled={!canGoBack} onClick={goBack}>
        <ChevronLeft size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={texts().app.forward} disabled={!canGoForward} onClick={goForward}>
        <ChevronRight size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
