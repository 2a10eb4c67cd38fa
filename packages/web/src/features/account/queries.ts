import { getAccount } from '@rollcall/contract/account'
import { queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'

export const accountQuery = queryOptions({
  ...asking(getAccount, {}),
})
