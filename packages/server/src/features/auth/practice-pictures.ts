import { createHash } from 'node:crypto'

/** An SVG image, 96 pixels square; the same name always gives the same marble. */
export function drawMarble(login: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(login).digest()
  const hue = Math.round((a / 255) * 360)
  const second = (hue + 40 + Math.round((b / 255) * 140)) % 360
  const turn = Math.round((c / 255) * 360)
  const bend = 8 + Math.round((d / 255) * 22)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<defs>
<radialGradient id="g" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="hsl(${hue} 80% 72%)"/><stop offset=".6" stop-color="hsl(${hue} 70% 45%)"/><stop offset="1" stop-color="hsl(${hue} 75% 20%)"/></radialGradient>
<clipPath id="c"><circle cx="48" cy="48" r="46"/></clipPath>
</defs>
<circle cx="48" cy="48" r="46" fill="url(#g)"/>
<g clip-path="url(#c)" transform="rotate(${turn} 48 48)" fill="none" stroke-linecap="round">
<path d="M-6 ${48 - bend}C24 ${48 + bend} 72 ${48 - bend} 102 ${48 + bend}" stroke="hsl(${second} 85% 62%)" stroke-width="13" opacity=".85"/>
<path d="M-6 ${60 + bend}C30 ${40} 66 ${70 + bend} 102 ${54}" stroke="hsl(${second} 90% 85%)" stroke-width="5" opacity=".7"/>
</g>
<ellipse cx="33" cy="26" rx="13" ry="8" fill="#fff" opacity=".55" transform="rotate(-28 33 26)"/>
</svg>`
}
