import type { EntryKind } from '@rollcall/contract/league-entering'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { useSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { useAct } from '../teams/queries.ts'
import { enter, type OwnEntry, ownEntryQuery } from './queries.ts'
import { texts } from './texts.ts'
import { WithdrawButton } from './withdraw-button.tsx'

const { enter: words } = texts

interface EnterPanelProps {
  readonly token: string
  readonly rules: LeagueRules
}

/** How the reader enters the league, or has entered it; nothing if there is nothing to enter for them. */
export function EnterPanel({ token, rules }: EnterPanelProps) {
  const isSignedIn = useSessionToken() !== null
  const { data, error, refetch } = useQuery({ ...ownEntryQuery(token), enabled: isSignedIn })
  if (!isSignedIn) {
    if (!rules.entrants) return null
    return (
      <Panel title={words.title}>
        <Quiet>{words.signIn}</Quiet>
      </Panel>
    )
  }
  if (error) {
    return (
      <Panel title={words.title}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (data === undefined) return null
  const kinds = kindsFor(data)
  if (kinds.length === 0) return null
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        {kinds.map((kind) => (
          <Entering key={kind} token={token} kind={kind} own={data} />
        ))}
        {data.isHidden && <Quiet>{words.hidden}</Quiet>}
      </Stack>
    </Panel>
  )
}

/** As what they can enter, or have entered. */
function kindsFor({ canStream, isForEntrants, entries }: OwnEntry): EntryKind[] {
  const has = (kind: EntryKind) => entries.some((entry) => entry.kind === kind)
  return [
    ...(canStream || has('streamer') ? (['streamer'] as const) : []),
    ...(isForEntrants || has('racer') ? (['racer'] as const) : []),
  ]
}

interface EnteringProps {
  readonly token: string
  readonly kind: EntryKind
  readonly own: OwnEntry
}

function Entering({ token, kind, own }: EnteringProps) {
  const act = useAct(
    () => enter(token, kind),
    () => {},
  )
  const entry = own.entries.find((each) => each.kind === kind)
  return (
    <Stack gap="xs">
      <p role="status">{entry ? stateOf(entry) : words[kind].lead}</p>
      {act.error && <Notice message={sentenceOf(act.error)} />}
      {entry ? (
        <WithdrawButton entry={entry} />
      ) : (
        <div>
          <Button loading={act.isPending} onClick={() => act.mutate()}>
            {words[kind].enter}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const stateOf = ({ kind, state }: OwnEntry['entries'][number]) =>
  kind === 'streamer' ? words.streamer[state] : words.racer.entered
