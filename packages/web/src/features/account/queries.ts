import { getAccount } from '@rollcall/contract/account'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => callApi(getAccount, { signal }),
})
