/** The browsers that the extension is built for. */
export const browsers = ["chromium", "firefox"] as const;
export type Browser = (typeof browsers)[number];

const icons = { 16: "icon-16.png", 32: "icon-32.png", 48: "icon-48.png", 128: "icon-128.png" };

/**
 * The manifest (version 3). Without the user's consent, only a click on the button opens a page to the extension, and the
 * only server that it may reach is this computer. The policy allows any, because a server is entered later; browsers let
 * the extension read the responses of those that the user has allowed.
 */
export function manifestOf(browser: Browser, version: string): object {
  const common = {
    manifest_version: 3,
    name: "Tidemark",
    description: "__MSG_description__",
    default_locale: "en",
    version,
    icons,
    action: { default_popup: "popup.html", default_title: "Tidemark", default_icon: icons },
    permissions: ["activeTab", "contextMenus", "scripting", "storage"],
    commands: { _execute_action: { suggested_key: { default: "Alt+Shift+W" } } },
    host_permissions: ["http://127.0.0.1/*"],
    optional_host_permissions: ["https://*/*", "http://*/*"],
    incognito: "not_allowed",
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http: https:",
    },
  };
  // The panel's frame. Its address changes from session to session, in Firefox with each installation.
  const panel = { resources: ["popup.html"], matches: ["https://*/*", "http://*/*"] };
  switch (browser) {
    case "chromium":
      return {
        ...common,
        web_accessible_resources: [{ ...panel, use_dynamic_url: true }],
        minimum_chrome_version: "120",
        background: { service_worker: "background.js", type: "module" },
      };
    case "firefox":
      return {
        ...common,
        web_accessible_resources: [panel],
        background: { scripts: ["background.js"], type: "module" },
        browser_specific_settings: {
          gecko: {
            id: "extension@tidemark.example",
            strict_min_version: "142.0",
            data_collection_permissions: { required: ["none"] },
          },
        },
      };
  }
}
