import type { Division } from '@rollcall/contract/divisions'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { ControlRoom } from '@rollcall/contract/show'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import scaled from '../scaled-picture.module.css'
import { OptionFields, type OverlayKind } from './option-fields.tsx'
import { DEFAULT_OPTIONS, searchFromOptions } from './overlay-options.ts'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

interface BuilderProps {
  readonly kind: OverlayKind
  readonly title: string
  readonly lead: string
  /** For an event: the streamers whose standings can be chosen. */
  readonly streamers?: ControlRoom['streamers']
  /** For a league: whether it has teams. */
  readonly hasTeams?: boolean
  /** Those of a league. */
  readonly divisions?: readonly Division[]
  /** null: there is no address yet. */
  readonly token: string | null
  /** Makes another address; absent: it is not made here. */
  readonly replacing?: {
    readonly isPending: boolean
    readonly failure: Error | null
    readonly onReplace: () => void
  }
}

const OVERLAYS = {
  c: PAGES.channelOverlay,
  e: PAGES.eventOverlay,
  s: PAGES.leagueOverlay,
} as const

/** The options of an overlay, a preview, and its address to copy. */
export function Builder(props: BuilderProps) {
  const { kind, title, lead, token, streamers = [], hasTeams = false, replacing } = props
  const { divisions = [] } = props
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  const [isAsking, setIsAsking] = useState(false)
  const address =
    token === null
      ? null
      : location.origin + addressOf(OVERLAYS[kind], { token }) + searchFromOptions(options)
  return (
    <Panel title={title}>
      <p>{lead}</p>
      {address === null ? (
        <Button loading={replacing?.isPending ?? false} onClick={() => replacing?.onReplace()}>
          {texts.address.make}
        </Button>
      ) : (
        <div className={classes.builder}>
          <OptionFields
            kind={kind}
            streamers={streamers}
            hasTeams={hasTeams}
            divisions={divisions}
            options={options}
            onChange={(part) => setOptions((now) => ({ ...now, ...part }))}
          />
          <div className={classes.result}>
            <div className={`${scaled.window} ${classes.preview}`}>
              {/* A new frame for each address, so that the calls of the previous one end. */}
              <iframe
                key={address}
                title={texts.address.preview}
                src={address}
                className={`${scaled.picture} ${classes.frame}`}
                tabIndex={-1}
              />
            </div>
            <CopyField label={texts.address.label} value={address} />
            {replacing && (
              <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
                {texts.address.replace}
              </Button>
            )}
          </div>
        </div>
      )}
      {replacing?.failure && <Notice message={sentenceOf(replacing.failure)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.address.question}
        text={texts.address.loss}
        confirmLabel={texts.address.replace}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          replacing?.onReplace()
        }}
      />
    </Panel>
  )
}
