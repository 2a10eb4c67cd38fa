import { UpcomingEvents } from '#features/events/public/upcoming-events.tsx'
import { LatestGames } from '#features/games/latest-games.tsx'
import { TopTen } from '#features/leaderboards/season/top-ten.tsx'
import { currentLanguage } from '#texts/language.ts'
import classes from './front-panels.module.css'
import { SiteLinks } from './site-links.tsx'

/** In the language of all other pages: only the login is translated. */
export function FrontPanels() {
  return (
    <div lang={currentLanguage().locale}>
      <SiteLinks />
      <div className={classes.panels}>
        <div>
          <TopTen />
        </div>
        <div className={classes.events}>
          <UpcomingEvents />
        </div>
        <div>
          <LatestGames />
        </div>
      </div>
    </div>
  )
}
