import { getLeague, makeLeagueLink, removeLeagueLink } from '@rollcall/contract/leagues'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersOf } from '#api/query-keys.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './league.module.css'
import { texts } from './texts.ts'

const { link: words } = texts

type Change = 'make' | 'replace' | 'remove'

interface LeagueLinkProps {
  readonly id: string
  /** null: the league has no public page. */
  readonly token: string | null
}

/** The address of the league's public page, for those who may change it. */
export function LeagueLink({ id, token }: LeagueLinkProps) {
  const titleId = useId()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Exclude<Change, 'make'> | null>(null)
  // The answer may be lost on its way back, so whether it was stored is asked in any case.
  const refresh = () => client.invalidateQueries({ queryKey: answersOf(getLeague) })
  const change = useMutation({
    mutationFn: async (wanted: Change) => {
      await callApi(wanted === 'remove' ? removeLeagueLink : makeLeagueLink, { params: { id } })
    },
    onSettled: refresh,
  })
  const address = token === null ? null : addressOf(PAGES.league, { token })
  const button = (what: Change, press: () => void) => (
    <Button
      variant="default"
      loading={change.isPending && change.variables === what}
      onClick={press}
    >
      {words[what]}
    </Button>
  )
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.title}</h3>
      <Quiet>{words.lead}</Quiet>
      {address !== null && (
        <CopyField label={words.address} value={`${location.origin}${address}`} />
      )}
      <Row gap="xs">
        {address === null ? (
          button('make', () => change.mutate('make'))
        ) : (
          <>
            <ButtonLink to={address} variant="default">
              {words.open}
            </ButtonLink>
            <ButtonLink to={`${PAGES.overlays.path}?league=${token}`} variant="default">
              {words.overlay}
            </ButtonLink>
            {button('replace', () => setAsked('replace'))}
            {button('remove', () => setAsked('remove'))}
          </>
        )}
      </Row>
      {change.error && <Notice message={sentenceOf(change.error)} />}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : words.question[asked]}
        text={asked === null ? '' : words.loss[asked]}
        confirmLabel={asked === null ? '' : words[asked]}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) change.mutate(asked)
          setAsked(null)
        }}
      />
    </Stack>
  )
}
