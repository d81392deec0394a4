import { type ErrorCode, errorCodes, errorRegistry } from "../../../shared/contract/errors.js";
import { escapeHtml } from "../../../shared/escape-html.js";

function section(code: ErrorCode): string {
  const { status, summary, action, retry } = errorRegistry[code];
  return `<section id="${code.toLowerCase()}">
<h2>${code}</h2>
<p>${escapeHtml(summary)} <small>HTTP ${status}</small></p>
<dl><dt>What to do</dt><dd>${escapeHtml(action)}</dd><dt>Retry?</dt><dd>${escapeHtml(retry)}.</dd></dl>
</section>`;
}

/** The page behind every `docs_url`, served by the engine itself so that it works offline (decision 9). */
export const errorDocsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tidemark API errors</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
section:target { outline: 2px solid; outline-offset: .75rem; border-radius: .25rem }
h2 { font: 600 1.05rem ui-monospace, monospace; margin-top: 2.5rem }
dt { font-weight: 600 } dd { margin: 0 0 .5rem }
</style>
</head>
<body>
<h1>API errors</h1>
<p>Every error has the form <code>{"success": false, "error", "error_detail": {"code", "message", "action",
"docs_url"}, "meta"}</code>. Branch on the code; messages may become more specific. Errors never cost credits.</p>
${errorCodes.map(section).join("\n")}
</body>
</html>
`;
