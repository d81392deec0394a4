/** Hands the page to the app, which starts if it is not running. */
export function AppLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a
      className="button"
      href={`tidemark://add?url=${encodeURIComponent(url)}`}
      target="_blank"
      rel="noreferrer"
    >
      {text}
    </a>
  );
}
