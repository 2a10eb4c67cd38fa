import type { ComponentProps, CSSProperties, ElementType } from 'react'
import classes from './layout.module.css'

/** From the theme. */
type Space = '0' | '2xs' | 'xs' | 'sm' | 'md' | 'lg' | 'xl'

type Tag =
  | ('div' | 'section' | 'header' | 'nav' | 'form' | 'fieldset' | 'p' | 'span' | 'small')
  | ('ul' | 'ol' | 'li' | 'dl' | 'dd')

interface Gap {
  /** Between the parts; two values are between lines and between columns. */
  readonly gap?: Space | `${Space}/${Space}`
}

type LayoutProps<T extends Tag, Own> = Omit<ComponentProps<T>, 'style'> & Own & { readonly as?: T }

interface StackLook extends Gap {
  /** Parts are as wide as the stack unless they have a place in it. */
  readonly align?: 'start' | 'center'
  /** Beside each other where there is room for more than one of this width. */
  readonly columns?: `${number}rem`
}

/** Parts below each other. */
export function Stack<T extends Tag = 'div'>(props: LayoutProps<T, StackLook>) {
  const { as, gap, align, columns, className, ...rest } = props as LayoutProps<'div', StackLook>
  const Element = (as ?? 'div') as ElementType
  return (
    <Element
      {...rest}
      className={join(classes.stack, className)}
      style={{
        gap: toLength(gap ?? 'md'),
        justifyItems: align,
        gridTemplateColumns: columns && `repeat(auto-fit, minmax(min(${columns}, 100%), 1fr))`,
      }}
    />
  )
}

interface RowLook extends Gap {
  /** Whether parts continue on more lines where there is no room. */
  readonly wrap?: boolean
  readonly align?: CSSProperties['alignItems']
  readonly justify?: 'space-between' | 'center' | 'flex-end'
}

/** Parts beside each other. */
export function Row<T extends Tag = 'div'>(props: LayoutProps<T, RowLook>) {
  const { as, wrap, gap, align, justify, className, ...rest } = props as LayoutProps<'div', RowLook>
  const Element = (as ?? 'div') as ElementType
  return (
    <Element
      {...rest}
      className={join(classes.row, className)}
      data-one-line={wrap === false || undefined}
      style={{ gap: toLength(gap ?? 'sm'), alignItems: align, justifyContent: justify }}
    />
  )
}

interface QuietLook {
  readonly size?: 'xs'
}

/** Words about something, dimmer and smaller than it. */
export function Quiet<T extends Tag = 'p'>(props: LayoutProps<T, QuietLook>) {
  const { as, size, className, ...rest } = props as LayoutProps<'p', QuietLook>
  const Element = (as ?? 'p') as ElementType
  return <Element {...rest} className={join(classes.quiet, className)} data-size={size} />
}

function join(own: string | undefined, given: string | undefined): string {
  return `${own} ${given ?? ''}`
}

function toLength(gap: string): string {
  return gap
    .split('/')
    .map((space) => (space === '0' ? '0' : `var(--mantine-spacing-${space})`))
    .join(' ')
}
