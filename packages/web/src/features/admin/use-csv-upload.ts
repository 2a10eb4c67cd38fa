import type { ResponseOf } from '@rollcall/contract/endpoint'
import { createUploadTicket } from '@rollcall/contract/uploads'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { type CsvFormKind, findGap, formToSend } from './csv-forms.ts'

const MESSAGE_MS = 5000

export type Receipt = ResponseOf<CsvFormKind['endpoint']>

interface ToUpload {
  readonly form: FormData
  readonly isDryRun: boolean
}

interface Message {
  readonly isError: boolean
  readonly text: string
}

/** Uploads with a ticket of its own each time. What came of it is said for a while; the receipt stays. */
export function useCsvUpload(kind: CsvFormKind) {
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])

  const upload = useMutation({
    mutationFn: async ({ form, isDryRun }: ToUpload): Promise<Receipt> => {
      const { ticket } = await callApi(createUploadTicket, {})
      const sent = await formToSend(kind, form, { ticket, isDryRun })
      return callApi(kind.endpoint, { form: sent, ...(!kind.sendsSession && { token: null }) })
    },
    onMutate: () => setMessage(null),
    onSuccess: (_, { isDryRun }) =>
      setMessage({
        isError: false,
        text: isDryRun ? 'Check successful! Nothing was stored.' : 'Upload successful!',
      }),
    onError: (error) => setMessage({ isError: true, text: sentenceOf(error) }),
  })

  const submit = (toUpload: ToUpload) => {
    if (upload.isPending) return
    const gap = findGap(kind, toUpload.form)
    if (gap === null) {
      upload.mutate(toUpload)
    } else {
      upload.reset()
      setMessage({ isError: true, text: gap })
    }
  }
  return { upload, message, submit }
}
