import type { Division } from '@rollcall/contract/divisions'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { ButtonLink } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Panel } from '#ui/panel.tsx'
import { texts } from './texts.ts'

const { streams: words } = texts

interface OnStreamsProps {
  readonly token: string
  readonly hasTeams: boolean
  readonly divisions: readonly Division[]
}

/** Addresses with which streamers show the table in OBS. */
export function OnStreams({ token, hasTeams, divisions }: OnStreamsProps) {
  const address = location.origin + addressOf(PAGES.leagueOverlay, { token })
  return (
    <Panel title={words.title}>
      <Stack align="start">
        <Quiet>{words.lead}</Quiet>
        <CopyField label={words.table} value={address} />
        {divisions.map(({ id, name }) => (
          <CopyField key={id} label={words.division(name)} value={`${address}?division=${id}`} />
        ))}
        {hasTeams && <CopyField label={words.teams} value={`${address}?table=teams`} />}
        <ButtonLink to={`${PAGES.overlays.path}?league=${token}`} variant="default">
          {words.look}
        </ButtonLink>
      </Stack>
    </Panel>
  )
}
