/**
 * Everything must be our own: also product images, which the engine fetches and keeps. Dialogs and menus insert a style
 * sheet while they are open, which carries the nonce. The window asks for nothing over the network; as a page, it asks its
 * own origin.
 */
export function contentSecurityPolicy(styleNonce: string, isWebPage = false): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    // React and the charts set style attributes. Inline style sheets stay forbidden.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    ...(isWebPage ? ["connect-src 'self'", "manifest-src 'self'", "worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
