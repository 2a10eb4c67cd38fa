import classes from './event-form.module.css'

interface StillMissingProps {
  /** What the button does that is not there yet. */
  readonly before: string
  readonly missing: readonly string[]
}

/** Stands where a button appears once everything is there. */
export function StillMissing({ before, missing }: StillMissingProps) {
  return (
    <p className={classes.missing}>
      {before} still needs {new Intl.ListFormat('en').format(missing)}.
    </p>
  )
}
