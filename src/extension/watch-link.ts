import { call, type Failure } from "./engine.js";
import { said } from "./texts.js";

/** What the button shows about a link. */
interface Mark {
  readonly text: string;
  readonly title: string;
}

function failureMark(failure: Failure): Mark {
  switch (failure.kind) {
    case "away":
      return { text: "!", title: said.awayTitle };
    case "unpaired":
      return { text: "!", title: said.pairTitle };
    case "outdated":
      return { text: "!", title: said.outdated };
    case "refused":
      return { text: "!", title: `${said.failed} ${failure.message}` };
  }
}

/** Shorter than a call may take. */
const waitMs = 20_000;

async function addLink(url: string): Promise<Mark> {
  const put = await call("links.add", { links: [{ text: url }] });
  if (!put.ok) return failureMark(put.failure);
  const ids = put.data.links.map(({ id }) => id);
  const waited = await call("links.wait", { ids, timeout_ms: waitMs });
  if (!waited.ok) return failureMark(waited.failure);
  const [link] = waited.data.links;
  if (link?.result) return { text: "✓", title: said.linkWatched(link.result.title) };
  if (link?.state === "waiting") return { text: "…", title: said.linkWaits };
  return { text: "?", title: said.linkAsks };
}

/** Watches the page behind a link, and says on the button how that went. */
export async function watchLink(url: string, tabId: number): Promise<void> {
  // The tab may be gone by now.
  const show = ({ text, title }: Mark) =>
    Promise.all([
      chrome.action.setBadgeText({ tabId, text }),
      chrome.action.setTitle({ tabId, title }),
    ]).catch(() => undefined);
  await show({ text: "…", title: said.linkWaits });
  await show(await addLink(url));
}
