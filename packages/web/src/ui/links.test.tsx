import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PersonLink } from './links.tsx'

const drawn = (login: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PersonLink page={{ platform: 'twitch', login }}>Somebody</PersonLink>
    </MemoryRouter>,
  )

test("a person's name leads to their page, unless they have deleted their account", () => {
  expect(drawn('somebody')).toContain('href="/r/twitch/somebody"')
  expect(drawn(`deleted-${'0123456789abcdef'.repeat(2)}`)).toBe('Somebody')
})
