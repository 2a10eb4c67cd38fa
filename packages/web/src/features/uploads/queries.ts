import { getUploadKey } from '@rollcall/contract/uploads'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

export const uploadKeyQuery = queryOptions({
  queryKey: ['uploads', 'key'],
  queryFn: ({ signal }) => callApi(getUploadKey, { signal }),
})
