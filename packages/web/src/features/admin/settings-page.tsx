import { Skeleton, TextInput } from '@mantine/core'
import {
  MAX_SETTING_LENGTH,
  SETTING_KEYS,
  type Settings,
  updateAdminSettings,
} from '@rollcall/contract/admin'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button } from '#ui/button.tsx'
import forms from '#ui/form.module.css'
import { Row } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { LastSeasonChange } from './last-season-change.tsx'
import { seasonStateQuery, settingsQuery } from './queries.ts'
import { SeasonQuestion } from './season-question.tsx'
import {
  findNextSeason,
  findSeasonHint,
  hasChanged,
  listFields,
  settingsToSend,
} from './settings-draft.ts'
import { texts } from './texts.ts'

const { settings: words } = texts

export function SettingsPage() {
  const { data, error, isPending, refetch } = useQuery(settingsQuery)
  return (
    <>
      <PageHeading title={words.title}>{words.lead}</PageHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {(isPending || data) && (
        <Panel title={words.current}>
          {isPending && (
            <Loading className={forms.form}>
              {SETTING_KEYS.map((field) => (
                <Skeleton key={field} height="3.75rem" />
              ))}
            </Loading>
          )}
          {data && <SettingsForm settings={data} />}
        </Panel>
      )}
      {data && <LastSeasonChange />}
    </>
  )
}

/** So that a hint that comes while somebody types does not move the field. */
const HINT_BELOW = ['label', 'input', 'description', 'error'] as (
  | 'label'
  | 'input'
  | 'description'
  | 'error'
)[]

/** What is typed over the stored settings, and its saving. */
function useSettingsDraft(settings: Settings) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Settings>({})
  const saving = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      callApi(updateAdminSettings, {
        query: { isConfirmed: isConfirmed ? 'true' : 'false' },
        body: settingsToSend(settings, typed),
      }),
    onSuccess: async (answer) => {
      if (answer.status === 'confirm') {
        return
      }
      const saved = answer.settings ?? settingsToSend(settings, typed)
      await storeAnswer(queryClient, settingsQuery, saved)
      setTyped({})
      void queryClient.invalidateQueries({ queryKey: seasonStateQuery.queryKey })
    },
  })
  const type = (key: keyof Settings, value: string) => {
    setTyped((before) => ({ ...before, [key]: value }))
    if (!saving.isIdle) {
      saving.reset()
    }
  }
  return { typed, type, saving }
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const { typed, type, saving } = useSettingsDraft(settings)
  const isDirty = hasChanged(settings, typed)
  // The server asks for confirmation of any season except the next one, so the page asks about that.
  const [isAskingNext, setIsAskingNext] = useState(false)
  const nextSeason = findNextSeason(settings, typed)
  const asked = saving.data?.status === 'confirm' ? saving.data : null
  const seasonHint = findSeasonHint(settings, typed)
  return (
    <form
      className={forms.form}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDirty || saving.isPending) {
          return
        }
        if (nextSeason !== null) {
          setIsAskingNext(true)
        } else {
          saving.mutate(false)
        }
      }}
    >
      {/* Without a session, nothing could be saved anyway. */}
      <LeaveGuard wouldLose={() => isDirty && findSessionToken() !== null} />
      <div className={forms.fields}>
        {listFields(settings).map(({ key, label }) => (
          <TextInput
            key={key}
            label={label}
            description={key === 'season' && seasonHint}
            inputWrapperOrder={HINT_BELOW}
            maxLength={MAX_SETTING_LENGTH}
            readOnly={saving.isPending}
            autoComplete="off"
            spellCheck={false}
            value={typed[key] ?? settings[key] ?? ''}
            onChange={({ currentTarget: { value } }) => type(key, value)}
          />
        ))}
      </div>
      {saving.isError && <Notice message={words.failed(sentenceOf(saving.error))} />}
      <Row gap="sm/md">
        <Button type="submit" disabled={!isDirty} loading={saving.isPending}>
          {words.save}
        </Button>
        <Row as="p" wrap={false} gap="xs" role="status" className={forms.done}>
          {saving.data && asked === null && (
            <>
              <IconCheck size={18} aria-hidden />
              {words.saved}
            </>
          )}
        </Row>
      </Row>
      <SeasonQuestion
        asked={isAskingNext && nextSeason !== null ? nextChange(settings, nextSeason) : asked}
        onCancel={() => {
          setIsAskingNext(false)
          saving.reset()
        }}
        onConfirm={() => {
          setIsAskingNext(false)
          saving.mutate(asked !== null)
        }}
      />
    </form>
  )
}

const nextChange = ({ season: current }: Settings, season: number) => ({
  currentSeason: Number(current),
  season,
})
