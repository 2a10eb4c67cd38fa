import { Skeleton, TextInput } from '@mantine/core'
import { MAX_SETTING_LENGTH, type Settings, updateAdminSettings } from '@rollcall/contract/admin'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { settingsQuery } from './queries.ts'
import {
  fieldsOf,
  findNextSeason,
  findSeasonHint,
  hasChanged,
  settingsToSend,
} from './settings-draft.ts'

const FIELDS = ['season', 'version', 'development season', 'development version']

export function SettingsPage() {
  const { data, error, isPending, refetch } = useQuery(settingsQuery)
  return (
    <>
      <PageHeading title="Settings">
        What the companion and every page go by. A change counts at once.
      </PageHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {(isPending || data) && (
        <Panel title="Current settings">
          {isPending && (
            <Loading className={forms.form}>
              {FIELDS.map((field) => (
                <Skeleton key={field} height="3.75rem" />
              ))}
            </Loading>
          )}
          {data && <SettingsForm settings={data} />}
        </Panel>
      )}
    </>
  )
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Settings>({})
  const saving = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      callApi(updateAdminSettings, {
        query: { isConfirmed: isConfirmed ? 'true' : 'false' },
        body: settingsToSend(settings, typed),
      }),
    onSuccess: (answer) => {
      if (answer.status === 'confirm') {
        return
      }
      const saved = answer.settings ?? settingsToSend(settings, typed)
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      setTyped({})
    },
  })

  const isDirty = hasChanged(settings, typed)
  // Only other seasons than the next one are asked about by the server.
  const [isAskingNext, setIsAskingNext] = useState(false)
  const nextSeason = findNextSeason(settings, typed)
  const question = saving.data?.status === 'confirm' ? saving.data.question : null
  const seasonHint = findSeasonHint(settings, typed)
  return (
    <form
      className={forms.form}
      aria-label="Settings"
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
      {/* Without a session nothing can be saved. */}
      <LeaveGuard wouldLose={() => isDirty && findSessionToken() !== null} />
      <div className={forms.fields}>
        {fieldsOf(settings).map(({ key, label }) => (
          <TextInput
            key={key}
            label={label}
            description={key === 'season' && seasonHint}
            maxLength={MAX_SETTING_LENGTH}
            readOnly={saving.isPending}
            autoComplete="off"
            spellCheck={false}
            value={typed[key] ?? settings[key] ?? ''}
            onChange={({ currentTarget: { value } }) => {
              setTyped((before) => ({ ...before, [key]: value }))
              if (!saving.isIdle) {
                saving.reset()
              }
            }}
          />
        ))}
      </div>
      {saving.isError && (
        <Notice message={`Error! Error updating settings: ${sentenceOf(saving.error)}`} />
      )}
      <div className={forms.actions}>
        <Button type="submit" disabled={!isDirty} loading={saving.isPending}>
          Save
        </Button>
        <p role="status" className={forms.done}>
          {saving.data && question === null && (
            <>
              <IconCheck size={18} aria-hidden />
              Success! Settings updated successfully.
            </>
          )}
        </p>
      </div>
      <ConfirmDialog
        isOpen={isAskingNext}
        title={`Start season ${nextSeason}?`}
        text={`Season ${nextSeason} begins at once, for everybody, and season ${settings.season} ends. Every companion resets to season ${nextSeason} as soon as it asks. Setting the season back later does not undo that.`}
        confirmLabel="Start season"
        onCancel={() => setIsAskingNext(false)}
        onConfirm={() => {
          setIsAskingNext(false)
          saving.mutate(false)
        }}
      />
      <ConfirmDialog
        isOpen={question !== null}
        title="Change the season?"
        text={question ?? ''}
        confirmLabel="Change season"
        onCancel={() => {
          // The dialog also closes once it was confirmed.
          if (question !== null) {
            saving.reset()
          }
        }}
        onConfirm={() => saving.mutate(true)}
      />
    </form>
  )
}
