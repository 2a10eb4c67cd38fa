import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { makeRacerCard } from './make-racer-card.ts'

const config = readConfig({})
const head = { racer_name: 'quartzina', address: { platform: 'twitch', login: 'quartzina' } }
const channel = { platform: 'twitch', login: 'caster', name: 'Caster', profileImageUrl: null }
const standing = { channel, channelId: 1, points: 53, rank: 1, of: 36, next: null, before: null }

it('says that a row is also that of an earlier owner of the login', () => {
  const aboutOf = (isShared: boolean) =>
    makeRacerCard(config, head, {
      season: 75,
      standing: { ...standing, ...(isShared && { isShared }) },
    }).about
  expect(aboutOf(true)).toContain('shared with an earlier owner of this name')
  expect(aboutOf(false)).not.toContain('shared')
})

it('says the points of a row that is off the board as one says them', () => {
  const aboutOf = (points: number) =>
    makeRacerCard(config, head, { season: 75, standing: { ...standing, rank: null, points } }).about
  expect(aboutOf(1)).toBe('1 point in Season 75 on Caster')
  expect(aboutOf(1200)).toBe('1,200 points in Season 75 on Caster')
})
