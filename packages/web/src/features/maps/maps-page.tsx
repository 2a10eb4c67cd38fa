import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { formatAgo } from '#ui/format-instant.ts'
import { Stack } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { MapLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { PagedList, useAskedRows } from '#ui/paged-list.tsx'
import classes from './maps-page.module.css'
import { type ListedMap, mapsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { list: words } = texts
const ROWS_AWAITED = 10

export function MapsPage() {
  const asked = useAskedRows()
  const { page, search } = asked
  const answer = useQuery({
    ...mapsQuery({ page, search }),
    select: ({ maps, totalPages }) => ({ rows: maps, totalPages }),
  })
  return (
    <Stack className={layout.page}>
      <PageHeading title={words.title}>
        {words.lead} <Link to={PAGES.luckiest.path}>{words.luckiest}</Link>
      </PageHeading>
      <PagedList
        lookupLabel={words.find}
        what={words.map}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        awaited={ROWS_AWAITED}
        empty={
          search === ''
            ? { message: words.none, hint: words.noneHint }
            : { message: words.notFound, hint: words.notFoundHint }
        }
        list={(maps) => <MapList maps={maps} />}
      />
    </Stack>
  )
}

function MapList({ maps }: { readonly maps: readonly ListedMap[] }) {
  const [now] = useState(() => Date.now())
  return (
    <ol className={lines.lines} aria-label={words.title}>
      {maps.map((map) => (
        <li key={map.id}>
          <span className={lines.name}>
            <MapLink map={map}>
              <bdi>{map.name}</bdi>
            </MapLink>
          </span>
          <span className={lines.figure}>{words.plays(map.plays)}</span>
          <span className={layout.note}>
            {map.creator !== null && (
              <Sentence text={words.by} parts={{ creator: <bdi>{map.creator}</bdi> }} />
            )}
          </span>
          <time className={`${layout.note} ${classes.last}`} dateTime={map.lastPlayedAt}>
            {words.lastPlayed(formatAgo(map.lastPlayedAt, now))}
          </time>
        </li>
      ))}
    </ol>
  )
}
