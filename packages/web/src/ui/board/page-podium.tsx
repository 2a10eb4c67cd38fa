import classes from './page-podium.module.css'
import { Podium, type PodiumProps } from './podium.tsx'

/** A podium as wide as its place on a page; in a narrow place its steps are stacked. */
export function PagePodium(props: PodiumProps) {
  return (
    <div className={classes.frame}>
      <Podium {...props} />
    </div>
  )
}
