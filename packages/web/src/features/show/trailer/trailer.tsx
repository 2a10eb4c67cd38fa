import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { part } from '#ui/part.tsx'
import scaled from '../scaled-picture.module.css'
import picture from './reveal.webp'
import { texts } from './texts.ts'
import classes from './trailer.module.css'

const Stage = part(async () => (await import('./trailer-stage.tsx')).TrailerStage)

/** A picture of a real reveal, which a press plays: only then is the stage loaded. */
export function Trailer() {
  const [state, setState] = useState<'still' | 'playing' | 'over'>('still')
  const [plays, setPlays] = useState(0)
  const isPlaying = state === 'playing'

  function press(): void {
    if (!isPlaying) setPlays(plays + 1)
    setState(isPlaying ? 'still' : 'playing')
  }

  return (
    <figure className={classes.trailer}>
      <div className={scaled.window}>
        <img className={classes.still} src={picture} alt={texts.still} width={1040} height={585} />
        {state !== 'still' && <Stage key={plays} onEnd={() => setState('over')} />}
      </div>
      <figcaption>{texts.caption}</figcaption>
      <Button
        variant="default"
        className={classes.play}
        data-state={state}
        leftSection={
          isPlaying ? <IconPlayerStopFilled size={18} /> : <IconPlayerPlayFilled size={18} />
        }
        onClick={press}
      >
        {isPlaying ? texts.stop : state === 'over' ? texts.again : texts.play}
      </Button>
    </figure>
  )
}
