import { listEvents } from '@rollcall/contract/events'
import { listConfigurations } from '@rollcall/contract/scoring'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

export const myEventsQuery = queryOptions({
  queryKey: ['events', 'mine'],
  queryFn: ({ signal }) => callApi(listEvents, { signal }),
})

export const myConfigurationsQuery = queryOptions({
  queryKey: ['scoring', 'configurations'],
  queryFn: ({ signal }) => callApi(listConfigurations, { signal }),
})
