import { useId } from 'react'

/** The logo: a glass marble with one swirl. The same drawing as favicon.svg. */
export function MarbleMark({ sizePx }: { readonly sizePx: number }) {
  const id = useId()
  return (
    <svg viewBox="0 0 64 64" width={sizePx} height={sizePx} aria-hidden="true">
      <defs>
        <radialGradient id={`${id}glass`} cx=".34" cy=".28" r=".85">
          <stop offset="0" stopColor="#fff0c9" />
          <stop offset=".35" stopColor="#ffb52e" />
          <stop offset="1" stopColor="#a85a00" />
        </radialGradient>
        <clipPath id={`${id}ball`}>
          <circle cx="32" cy="32" r="30" />
        </clipPath>
      </defs>
      <circle cx="32" cy="32" r="30" fill={`url(#${id}glass)`} />
      <g clipPath={`url(#${id}ball)`} fill="none" strokeLinecap="round">
        <path d="M0 44C17 21 35 53 64 19" stroke="#0f5d58" strokeWidth="12" />
        <path d="M0 44C17 21 35 53 64 19" stroke="#63d8c6" strokeWidth="4.5" />
      </g>
      <ellipse
        cx="22"
        cy="17"
        rx="9"
        ry="5"
        transform="rotate(-32 22 17)"
        fill="#fff"
        opacity=".75"
      />
    </svg>
  )
}
