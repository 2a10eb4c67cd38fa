/** A person's name and picture. */
import { IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './person.module.css'

/**
 * A name that somebody chose: on one line, cut if too long, with the whole name in the title. It cannot change the
 * reading direction of the text around it.
 */
export function ForeignName({ children }: { readonly children: string }) {
  return (
    <bdi className={classes.name} title={children}>
      {children}
    </bdi>
  )
}

interface ProfileImageProps {
  readonly src: string | null
  readonly sizePx: number
}

/** A round picture without alternative text, because the name is beside it; a user circle if there is no picture. */
export function ProfileImage({ src, sizePx }: ProfileImageProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  if (src === null || src === '' || src === brokenSrc) {
    return <IconUserCircle className={classes.fallback} size={sizePx} stroke={1.25} aria-hidden />
  }
  return (
    <img
      className={classes.image}
      src={src}
      alt=""
      width={sizePx}
      height={sizePx}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenSrc(src)}
    />
  )
}
