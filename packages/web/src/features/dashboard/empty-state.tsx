import { MarbleMark } from '#ui/marble-mark.tsx'
import classes from './states.module.css'

/** Nothing to show yet, and how that changes. */
export function EmptyState({ message }: { readonly message: string }) {
  return (
    <div className={classes.empty}>
      <MarbleMark sizePx={56} />
      <p className={classes.message}>{message}</p>
      <p>Race your marble on a channel that uploads its results, and your numbers appear here.</p>
    </div>
  )
}
