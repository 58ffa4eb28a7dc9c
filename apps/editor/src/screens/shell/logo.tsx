/** The mark: two stations and the track between them. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
    <path
      d="M9 10h6a4 4 0 0 1 4 4v4a4 4 0 0 0 4 4"
      fill="none"
      stroke="var(--color-on-accent)"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
    <circle cx="9" cy="10" r="3" fill="var(--color-on-accent)" />
    <circle cx="23" cy="22" r="3" fill="var(--color-on-accent)" />
  </svg>
);
