import classes from './event-form.module.css'

interface StillMissingProps {
  /** What will be possible, as the end of a sentence. */
  readonly before: string
  readonly missing: readonly string[]
}

const list = new Intl.ListFormat('en')

/** Stands where a button appears once everything is there. */
export function StillMissing({ before, missing }: StillMissingProps) {
  return (
    <p className={classes.missing}>
      Missing before {before}: {list.format(missing)}.
    </p>
  )
}
