import { listApiKeys } from '@rollcall/contract/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => callApi(listApiKeys, { signal }),
})
