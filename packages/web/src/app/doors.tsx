import { PAGES } from '@rollcall/contract/pages'
import { ButtonLink } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { texts } from './door-texts.ts'
import classes from './front-panels.module.css'
import overlay from './pictures/overlay.webp'
import podium from './pictures/podium.webp'

const DOORS = [
  { ...texts.streamer, picture: overlay, to: PAGES.download.path },
  { ...texts.organiser, picture: podium, to: PAGES.createEvent.path },
]

/** For those who come to do something here: what they do, and what they get. */
export function Doors() {
  return (
    <>
      {DOORS.map(({ title, shows, picture, steps, to, enter }) => (
        <div key={to} className={classes.door}>
          <Panel title={title}>
            <img src={picture} alt={shows} width={800} height={450} loading="lazy" />
            <ol>
              {Object.values(steps).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <ButtonLink to={to} variant="default">
              {enter}
            </ButtonLink>
          </Panel>
        </div>
      ))}
    </>
  )
}
