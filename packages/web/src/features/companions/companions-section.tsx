import { Skeleton } from '@mantine/core'
import { type ConnectedCompanion, disconnectCompanion } from '@rollcall/contract/companions'
import { PAGES } from '@rollcall/contract/pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { LoadError, Loading } from '#ui/states.tsx'
import { describeActivity, listWarnings } from './companion-words.ts'
import classes from './companions-section.module.css'
import { companionsQuery, useCompanions, useOffersCompanion } from './queries.ts'
import { texts } from './texts.ts'

/** The computers that upload for the user automatically; their states update live. */
export function CompanionsSection() {
  const { data, error, dataUpdatedAt, refetch } = useCompanions()
  const isOffered = useOffersCompanion()
  const list = useRef<HTMLDivElement>(null)
  return (
    <div id="companions" className={classes.section}>
      <Panel title={texts.list.title}>
        {!data && !error && (
          <Loading>
            <Skeleton height={18} width="60%" />
            <Skeleton height={14} width="80%" />
          </Loading>
        )}
        {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
        {data && (
          <Stack ref={list} tabIndex={-1}>
            {data.companions.length === 0 ? (
              <p className={classes.none}>{isOffered ? texts.list.none : texts.list.noneOffered}</p>
            ) : (
              <ul className={rows.list}>
                {data.companions.map((companion) => (
                  <CompanionRow
                    key={companion.id}
                    companion={companion}
                    now={dataUpdatedAt}
                    onGone={() => list.current?.focus()}
                  />
                ))}
              </ul>
            )}
            <p className={classes.none}>
              <Sentence
                text={texts.list.showsCode}
                parts={{ connect: <Link to={PAGES.connect.path} /> }}
              />
            </p>
          </Stack>
        )}
      </Panel>
    </div>
  )
}

interface CompanionRowProps {
  readonly companion: ConnectedCompanion
  /** When its state was loaded. */
  readonly now: number
  /** Called before the button with the focus disappears. */
  readonly onGone: () => void
}

function CompanionRow({ companion, now, onGone }: CompanionRowProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { id, computerName, version } = companion
  const disconnecting = useMutation({
    mutationFn: () => callApi(disconnectCompanion, { params: { id: String(id) } }),
    onSuccess: async () => {
      onGone()
      await queryClient.invalidateQueries(companionsQuery)
    },
  })
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <strong>
          <bdi>{computerName}</bdi>
        </strong>
        <span>{describeActivity(companion, now)}</span>
        {listWarnings(companion).map((warning) => (
          <span key={warning} className={classes.warning}>
            {warning}
          </span>
        ))}
        <span className={rows.fact}>{texts.computer.version(version)}</span>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.list.disconnectComputer(computerName)}
        loading={disconnecting.isPending}
        onClick={() => setIsAsking(true)}
      >
        {texts.list.disconnect}
      </Button>
      {disconnecting.isError && <Notice message={sentenceOf(disconnecting.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.list.disconnectQuestion(computerName)}
        text={texts.list.disconnectResult}
        confirmLabel={texts.list.disconnect}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          disconnecting.mutate()
        }}
      />
    </li>
  )
}
