import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './news-panel.module.css'
import { showsToRevealQuery } from './queries.ts'
import { texts } from './texts.ts'

const { todo: words } = texts

/** The shows that wait for the reader; nothing without one. */
export function TodoPanel() {
  const { data: shows = [] } = useQuery(showsToRevealQuery)
  if (shows.length === 0) {
    return null
  }
  return (
    <Panel title={words.title}>
      <ul className={classes.lines}>
        {shows.map(({ id, name, todo }) => (
          <li key={id}>
            <Link to={addressOf(PAGES.controlRoom, { id })}>
              <Sentence
                text={todo === 'ready' ? words.reveal : words.goOn}
                parts={{ event: <bdi>{name}</bdi> }}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
