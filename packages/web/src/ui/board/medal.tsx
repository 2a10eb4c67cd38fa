import { useId } from 'react'
import classes from './medal.module.css'
import { texts } from './texts.ts'

const METALS = {
  1: ['#fff6d8', '#ffd54a', '#c08a00'],
  2: ['#ffffff', '#c9d4d8', '#7b8a91'],
  3: ['#ffe6d2', '#e29a63', '#b96b33'],
} as const

export function Medal({ rank }: { readonly rank: 1 | 2 | 3 }) {
  const id = useId()
  const [light, middle, dark] = METALS[rank]
  return (
    <svg
      viewBox="0 0 80 104"
      className={classes.drawing}
      role="img"
      aria-label={texts.podium.medal[rank]}
    >
      <defs>
        <radialGradient id={id} cx=".34" cy=".28" r=".85">
          <stop offset="0" stopColor={light} />
          <stop offset=".4" stopColor={middle} />
          <stop offset="1" stopColor={dark} />
        </radialGradient>
      </defs>
      <path d="M12 0h22l14 38-20 8z" fill="#0f7d72" />
      <path d="M68 0H46L32 38l20 8z" fill="#36bdaa" />
      <circle cx="40" cy="66" r="36" fill={dark} />
      <circle cx="40" cy="66" r="33" fill={`url(#${id})`} />
      <circle
        cx="40"
        cy="66"
        r="25"
        fill="none"
        stroke={dark}
        strokeOpacity=".55"
        strokeWidth="2"
      />
      <text x="40" y="79" className={classes.number}>
        {rank}
      </text>
    </svg>
  )
}
