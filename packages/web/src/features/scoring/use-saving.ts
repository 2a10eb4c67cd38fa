import {
  deleteConfiguration,
  type RescoredEvent,
  saveConfiguration,
} from '@rollcall/contract/scoring'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { texts } from './texts.ts'

export interface ToSave {
  readonly config: LeaderboardConfiguration
  /** Only admins set this. */
  readonly isDefault?: boolean
  /** The user has confirmed the changes to finished events. */
  readonly isConfirmed?: boolean
}

interface SavingOptions {
  readonly id: number | null
  readonly onDone: () => void
}

const SAVING = ['scoring', 'save'] as const

export function useSaving({ id, onDone }: SavingOptions) {
  const queryClient = useQueryClient()
  const finish = () => {
    void queryClient.invalidateQueries({ queryKey: answersAbout('scoring'), refetchType: 'none' })
    onDone()
  }
  const saving = useMutation({
    mutationKey: SAVING,
    mutationFn: (toSave: ToSave) => callApi(saveConfiguration, { body: { id, ...toSave } }),
    onSuccess: (answer) => {
      if ('id' in answer) {
        finish()
      }
    },
  })
  const deleting = useMutation({
    mutationFn: (deletedId: number) =>
      callApi(deleteConfiguration, { params: { id: String(deletedId) } }),
    onSuccess: finish,
  })
  const answer = saving.data
  const finishedEvents: readonly RescoredEvent[] | null =
    answer !== undefined && 'finishedEvents' in answer ? answer.finishedEvents : null
  // The second press of a double click arrives before the button is drawn as busy.
  const mutate = (toSave: ToSave) => {
    if (queryClient.isMutating({ mutationKey: SAVING }) === 0) saving.mutate(toSave)
  }
  return { saving: { ...saving, mutate }, deleting, finishedEvents }
}

interface SaveFailure {
  readonly message: string
  readonly detail: string | null
}

export function explainSaveFailure(error: Error): SaveFailure {
  if (!(error instanceof ApiError)) {
    return { message: texts.saving.failed, detail: null }
  }
  // An answer came, but without the id that a saved configuration has.
  if (error.isUnreadable) {
    return { message: texts.saving.unexpected, detail: null }
  }
  return error.hasSentence
    ? { message: error.sentence, detail: null }
    : { message: texts.saving.failed, detail: error.sentence }
}
