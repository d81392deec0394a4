/** The app's mark: a tide line with its high-water mark. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path
        d="M4 10.5c2.2 0 2.2 5 5.3 5s3.1-7 6-7 2.4 3.5 4.7 3.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M6 19h12" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
