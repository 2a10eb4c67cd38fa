import { addressOf, PAGES } from '@rollcall/contract/pages'
import { type ControlRoom, replaceShowToken } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { controlRoomQuery } from '../queries.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'

const { links } = texts

type Of = 'public' | 'overlay' | 'control'

interface ShowLinksProps {
  readonly eventId: string
  readonly room: ControlRoom
}

export function ShowLinks({ eventId, room }: ShowLinksProps) {
  const { publicToken, overlayToken, controlToken, settings } = room
  const [asked, setAsked] = useState<Of | null>(null)
  const client = useQueryClient()
  const replacement = useMutation({
    mutationFn: (of: Of) => callApi(replaceShowToken, { params: { id: eventId }, body: { of } }),
    onSuccess: (next) => storeAnswer(client, controlRoomQuery(eventId), next),
  })
  const part = (of: Of, path: string | null) => (
    <Stack gap="xs" align="start" className={classes.link}>
      {path === null ? (
        <>
          <span className={classes.label}>{links[of].label}</span>
          <Button
            variant="default"
            loading={replacement.isPending}
            onClick={() => replacement.mutate(of)}
          >
            {links[of].make}
          </Button>
        </>
      ) : (
        <>
          <CopyField label={links[of].label} value={`${location.origin}${path}`} />
          <Button variant="default" size="compact-sm" onClick={() => setAsked(of)}>
            {links[of].replace}
          </Button>
        </>
      )}
    </Stack>
  )
  return (
    <Panel title={links.title}>
      <div className={classes.links}>
        <CopyField
          label={links.stage}
          value={location.origin + addressOf(PAGES.stage, { id: eventId })}
        />
        {part('public', publicToken && addressOf(PAGES.event, { token: publicToken }))}
        {publicToken !== null && !settings.isPublic && <Quiet>{links.publicIsOff}</Quiet>}
        {part('overlay', overlayToken && addressOf(PAGES.eventOverlay, { token: overlayToken }))}
        {overlayToken !== null && (
          <ButtonLink
            to={`${PAGES.overlays.path}?event=${eventId}`}
            variant="default"
            size="compact-sm"
          >
            {links.overlayOptions}
          </ButtonLink>
        )}
        {part('control', controlToken && `/api/show-control/${controlToken}/next`)}
        {controlToken !== null && <Quiet>{links.controlHint}</Quiet>}
        {replacement.error && <Notice message={sentenceOf(replacement.error)} />}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : links[asked].question}
        text={asked === null ? '' : links[asked].loss}
        confirmLabel={asked === null ? '' : links[asked].replace}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) {
            replacement.mutate(asked)
          }
          setAsked(null)
        }}
      />
    </Panel>
  )
}
