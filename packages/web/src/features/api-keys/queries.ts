import { listApiKeys } from '@rollcall/contract/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'

export const apiKeysQuery = queryOptions({
  ...asking(listApiKeys, {}),
})
