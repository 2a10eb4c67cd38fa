import { type ControlRoom, replaceShowToken } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './control-room.module.css'
import { controlRoomQuery } from './queries.ts'

type Of = 'public' | 'overlay'

const TEXTS = {
  public: { label: 'Public page', make: 'Make a link', replace: 'Replace the link' },
  overlay: { label: 'Overlay for OBS', make: 'Make an address', replace: 'Replace the address' },
} as const

interface ShowLinksProps {
  readonly eventId: string
  readonly room: ControlRoom
}

export function ShowLinks({ eventId, room }: ShowLinksProps) {
  const { publicToken, overlayToken, settings } = room
  const [asked, setAsked] = useState<Of | null>(null)
  const client = useQueryClient()
  const replacement = useMutation({
    mutationFn: (of: Of) => callApi(replaceShowToken, { params: { id: eventId }, body: { of } }),
    onSuccess: (next) => client.setQueryData(controlRoomQuery(eventId).queryKey, next),
  })
  const part = (of: Of, path: string | null) => (
    <div className={classes.link}>
      {path === null ? (
        <>
          <span className={classes.label}>{TEXTS[of].label}</span>
          <Button
            variant="default"
            loading={replacement.isPending}
            onClick={() => replacement.mutate(of)}
          >
            {TEXTS[of].make}
          </Button>
        </>
      ) : (
        <>
          <CopyField label={TEXTS[of].label} value={`${location.origin}${path}`} />
          <Button variant="default" size="compact-sm" onClick={() => setAsked(of)}>
            {TEXTS[of].replace}
          </Button>
        </>
      )}
    </div>
  )
  return (
    <Panel title="Links to copy">
      <div className={classes.links}>
        <CopyField label="Stage" value={`${location.origin}/stage/${eventId}`} />
        {part('public', publicToken && `/e/${publicToken}`)}
        {publicToken !== null && !settings.isPublic && (
          <p className={classes.hint}>The link leads nowhere until the public page is on.</p>
        )}
        {part('overlay', overlayToken && `/overlay/e/${overlayToken}`)}
        {overlayToken !== null && (
          <ButtonLink
            to={`/my-events/overlays?event=${eventId}`}
            variant="default"
            size="compact-sm"
          >
            Choose how the overlay looks
          </ButtonLink>
        )}
        {replacement.error && <Notice message={sentenceOf(replacement.error)} />}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : `${TEXTS[asked].replace}?`}
        text="The old one stops at once, wherever it was given to or is used."
        confirmLabel={asked === null ? '' : TEXTS[asked].replace}
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
