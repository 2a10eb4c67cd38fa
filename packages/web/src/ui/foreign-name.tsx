import classes from './person.module.css'

/**
 * A name somebody else chose: one line, cut with its whole text in the title, and unable to turn the
 * reading direction of the text around it.
 */
export function ForeignName({ children }: { readonly children: string }) {
  return (
    <bdi className={classes.name} title={children}>
      {children}
    </bdi>
  )
}
