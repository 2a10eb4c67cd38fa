import { PAGES } from '@rollcall/contract/pages'
import { type ComponentProps, use } from 'react'
import { useParams } from 'react-router'
import { Stack } from '#ui/layout/layout.tsx'
import { ButtonLink } from './button.tsx'
import { MarbleMark } from './marble-mark.tsx'
import classes from './page-error.module.css'
import { PageHeading } from './page-heading.tsx'
import { SearchSlot } from './search-slot.ts'
import { LoadError } from './states.tsx'
import { useTabName } from './tab-name.ts'
import { texts } from './texts.ts'

const { notThere } = texts

/** In place of a whole public page: people come by old links, and a code tells them nothing. */
export function PageError(props: ComponentProps<typeof LoadError>) {
  const { status, sentence, message } = props.error
  return status === 400 || status === 404 || status === 422 ? (
    <NotThere title={sentence ?? message} />
  ) : (
    <LoadError {...props} />
  )
}

function NotThere({ title }: { readonly title: string }) {
  useTabName(notThere.title)
  const Search = use(SearchSlot)
  const { channel, login } = useParams()
  return (
    <Stack align="center" className={classes.page}>
      <MarbleMark sizePx={72} />
      <PageHeading title={title}>{notThere.hint}</PageHeading>
      {Search && <Search text={channel ?? login} />}
      <ButtonLink to={PAGES.seasons.path} variant="default">
        {notThere.standings}
      </ButtonLink>
    </Stack>
  )
}
