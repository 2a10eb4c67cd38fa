import { sampleSeason } from '@rollcall/server/testing/season-files'
import { expect, signInAs, test } from './fixtures.ts'

test('a season that the companion sends is on the leaderboard at once', { tag: '@quick' }, async ({
  page,
  companion,
}) => {
  await companion.uploadFor({ channel: 'above_sample', season: 73, points: 74_480, games: 10 })
  await companion.uploadFor({ channel: 'below_sample', season: 73, points: 74_478, games: 10 })

  await signInAs(page, 'sample_caster')
  await companion.upload(sampleSeason('real/companion-season'))

  await page.goto('/leaderboards')
  await page.getByLabel('Season').selectOption('Season 73')
  const channel = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: 'sample_caster' }),
  })
  await expect(channel.getByRole('cell')).toHaveText([
    '2',
    '74,479',
    '60',
    '1,241.32',
    '588',
    '554',
  ])

  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
  await page.goto('/leaderboards')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
})
