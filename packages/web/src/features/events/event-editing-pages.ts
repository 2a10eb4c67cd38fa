/** The pages that create and change events, loaded together: they share most of their parts. */
import { CreateEventPage } from './create/create-event-page.tsx'
import { ManageEventPage } from './manage-event-page.tsx'
import { ManageSeriesPage } from './series/manage-series-page.tsx'

export const eventEditingPages = { CreateEventPage, ManageEventPage, ManageSeriesPage }
