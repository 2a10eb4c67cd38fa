/** All pages of the dashboard, loaded together: they are small, share most of their parts and lead to each other. */
import { ChannelPage } from './channel-page.tsx'
import { ChannelsPage, SeasonChannelsPage } from './channels-page.tsx'
import { DashboardLayout } from './dashboard-layout.tsx'
import { LifetimePage } from './lifetime-page.tsx'
import { SeasonListPage } from './season-list-page.tsx'

export const dashboardPages = {
  DashboardLayout,
  SeasonListPage,
  SeasonChannelsPage,
  LifetimePage,
  ChannelsPage,
  ChannelPage,
}
