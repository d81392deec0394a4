/** The app's mark: a tide line with its high-water mark. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="7" fill="var(--deep)" />
      <path
        d="M4 10.5c2.2 0 2.2 5 5.3 5s3.1-7 6-7 2.4 3.5 4.7 3.5"
        fill="none"
        stroke="var(--on-deep)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M7 19h10" stroke="var(--mark-line)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
