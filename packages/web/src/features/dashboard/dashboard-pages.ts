/** All pages of the dashboard, loaded together: they are small, share most of their parts and link to each other. */
import { ChannelsPage, SeasonChannelsPage } from './channels-page.tsx'
import { DashboardLayout } from './dashboard-layout.tsx'
import { SeasonListPage } from './season-list-page.tsx'
import { ChannelStatsPage, LifetimePage } from './stats-pages.tsx'

export const dashboardPages = {
  DashboardLayout,
  SeasonListPage,
  SeasonChannelsPage,
  LifetimePage,
  ChannelsPage,
  ChannelStatsPage,
}
