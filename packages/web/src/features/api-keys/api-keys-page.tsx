import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import cards from '#ui/cards.module.css'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './api-keys-page.module.css'
import { KeyRow } from './key-row.tsx'
import { MakeKey } from './make-key.tsx'
import { apiKeysQuery } from './queries.ts'
import { texts } from './texts.ts'

export function ApiKeysPage() {
  const { data, error, refetch } = useQuery(apiKeysQuery)
  const [done, setDone] = useState<Done | null>(null)
  return (
    <Stack className={layout.page}>
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      <p className={classes.reference}>
        <Sentence
          text={texts.reference}
          parts={{
            docs: (
              <a href="/api/reference" target="_blank" rel="noopener">
                {texts.docs}
              </a>
            ),
          }}
        />
      </p>
      <MakeKey />
      <DoneMessage done={done} takesFocus />
      <Panel title={texts.list.title}>
        {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading>
            <Skeleton height="3rem" />
            <Skeleton height="3rem" />
          </Loading>
        )}
        {data?.keys.length === 0 && <p className={layout.hint}>{texts.list.none}</p>}
        {data && data.keys.length > 0 && (
          <ul className={rows.list} aria-label={texts.list.title}>
            {data.keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onRevoked={() =>
                  setDone({
                    sentence: (
                      <Sentence text={texts.list.revoked} parts={{ name: <bdi>{key.name}</bdi> }} />
                    ),
                  })
                }
              />
            ))}
          </ul>
        )}
      </Panel>
      {data && (
        <Panel title={texts.limits.title}>
          <p className={layout.hint}>{texts.limits.lead}</p>
          <dl className={cards.facts}>
            {data.limits.map(({ of, calls, seconds }) => (
              <div key={of} className={classes.limit}>
                <dt>{texts.limits.of[of]}</dt>
                <dd>{calls === null ? texts.limits.none : texts.limits.value(calls, seconds)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
    </Stack>
  )
}
