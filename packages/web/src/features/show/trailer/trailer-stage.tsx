import { useEffect, useEffectEvent, useState } from 'react'
import scaled from '../scaled-picture.module.css'
import { StageView } from '../stage/stage-view.tsx'
import classes from './trailer.module.css'
import { LENGTH_MS, MOMENTS } from './trailer-show.ts'

interface TrailerStageProps {
  readonly onEnd: () => void
}

/** Plays the reveal once. Its picture and the words below it say what it shows, so nothing of it is read out. */
export function TrailerStage({ onEnd }: TrailerStageProps) {
  const [view, setView] = useState(MOMENTS[0]?.view)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timers = MOMENTS.map((moment) => setTimeout(() => setView(moment.view), moment.atMs))
    timers.push(setTimeout(() => end(), LENGTH_MS))
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div className={`${scaled.picture} ${classes.stage}`} aria-hidden="true">
      {view && <StageView view={view} isPreview />}
    </div>
  )
}
