import { TextInput } from '@mantine/core'
import { putOnBoards, takeOffBoards } from '@rollcall/contract/channels'
import { MAX_RACER_NAME_LENGTH } from '@rollcall/contract/endpoint'
import { normalisedLogin } from '@rollcall/formats/names'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { type Racer, racerOfName, shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { Button } from '#ui/button.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { channelKey, offBoardsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { offBoards: words } = texts

/** For the channel's streamer and admins: whom the boards leave out. */
export function OffBoardsPanel({ channel }: { readonly channel: string }) {
  const queryClient = useQueryClient()
  const answer = useQuery(offBoardsQuery(channel))
  const [login, setLogin] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const choosing = useMutation({
    mutationFn: ({ racer, isOff }: { racer: Racer; isOff: boolean }) =>
      callApi(isOff ? takeOffBoards : putOnBoards, { params: { channel, ...racer } }),
    onSuccess: (_, { isOff }) => isOff && setLogin(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: channelKey(channel) }),
  })
  const isTaking = choosing.isPending && choosing.variables.isOff
  return (
    <AnswerPanel title={words.title} answer={answer} height="8rem">
      {({ names }) => (
        <Stack gap="sm">
          <Quiet>{words.lead}</Quiet>
          <Row
            as="form"
            gap="xs/sm"
            align="end"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              setIsMissing(normalisedLogin(login) === '')
              if (normalisedLogin(login) !== '' && !isTaking) {
                const racer = { platform: DEFAULT_PLATFORM, login: normalisedLogin(login) }
                choosing.mutate({ racer, isOff: true })
              }
            }}
          >
            <TextInput
              label={words.login}
              placeholder={words.loginHint}
              autoComplete="off"
              maxLength={MAX_RACER_NAME_LENGTH}
              value={login}
              error={isMissing && words.loginMissing}
              onChange={({ currentTarget }) => setLogin(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={isTaking}>
              {words.take}
            </Button>
          </Row>
          {choosing.error && <Notice message={sentenceOf(choosing.error)} />}
          {names.length === 0 ? (
            <Quiet>{words.none}</Quiet>
          ) : (
            <ul className={rows.list} aria-label={words.list}>
              {names.map(({ racer, since }) => (
                <li key={racer.racer_name} className={rows.row}>
                  <div className={rows.words}>
                    <RacerLink racer={racer}>
                      <bdi>{shownName(racer)}</bdi>
                    </RacerLink>
                    <span className={rows.fact}>{words.since(formatInstant(since))}</span>
                  </div>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={words.putBack(shownName(racer))}
                    onClick={() =>
                      choosing.mutate({ racer: racerOfName(racer.racer_name), isOff: false })
                    }
                  >
                    {words.put}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      )}
    </AnswerPanel>
  )
}
