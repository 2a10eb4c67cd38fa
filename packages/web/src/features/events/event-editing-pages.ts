/** The pages that create and change events, loaded together: they share most of their parts. */
import { CreateEventPage } from './create-event-page.tsx'
import { ManageEventPage } from './manage-event-page.tsx'
import { ManageSeriesPage } from './manage-series-page.tsx'

export const eventEditingPages = { CreateEventPage, ManageEventPage, ManageSeriesPage }
