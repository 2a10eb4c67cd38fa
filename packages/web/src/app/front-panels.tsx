import { UpcomingEvents } from '#features/events/public/upcoming-events.tsx'
import { LatestGames } from '#features/games/latest-games.tsx'
import { LiveNow } from '#features/games/live-now.tsx'
import { TopTen } from '#features/leaderboards/season/top-ten.tsx'
import { Doors } from './doors.tsx'
import classes from './front-panels.module.css'

export function FrontPanels() {
  return (
    <div className={classes.panels}>
      <div className={classes.live}>
        <LiveNow />
      </div>
      <div>
        <TopTen />
      </div>
      <div>
        <LatestGames />
      </div>
      <div className={classes.events}>
        <UpcomingEvents />
      </div>
      <Doors />
    </div>
  )
}
